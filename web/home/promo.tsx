import { Link } from '@tanstack/react-router'
import { shop } from '#shop.config'
import { buttonClass } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { BrandPicture } from './brand-picture.tsx'

/** Half a window has room for a word of this length in the largest letters. */
const WORD_MAX_CHARS = 5

export function Promo() {
  const hasLongWord = shop.promo.block.split(' ').some((word) => word.length > WORD_MAX_CHARS)
  return (
    <section className="on-ink mx-auto grid max-w-page grid-cols-1 bg-ink text-paper md:grid-cols-2">
      <BrandPicture
        name="promo"
        sizes="(min-width: 1600px) 800px, (min-width: 768px) 50vw, 100vw"
        className="aspect-4/3 size-full object-[78%_50%] md:order-last md:aspect-square md:max-h-240"
      />
      <div className="flex flex-col items-start justify-between gap-10 px-(--spacing-gutter) py-10 md:py-16">
        <h2
          className={classes(
            'display',
            hasLongWord
              ? 'break-words text-d-md'
              : 'max-w-[7ch] text-d-xl md:text-[clamp(5rem,12.5vw,12.5rem)]',
          )}
        >
          {shop.promo.block}
        </h2>
        <div className="max-w-88">
          <p className="text-lg">{shop.promo.text}</p>
          <Link
            to="/products"
            search={{ onSale: true }}
            className={buttonClass({ variant: 'accent', size: 'lg' }, 'mt-6')}
          >
            Shop the sale
          </Link>
        </div>
      </div>
    </section>
  )
}
