import { Link } from '@tanstack/react-router'
import { shop } from '#shop.config'
import { buttonClass } from '#ui/button.tsx'
import { BrandPicture, WINDOW_WIDE } from './brand-picture.tsx'

export function Hero() {
  return (
    <section className="on-ink relative bg-ink max-md:pb-8">
      <BrandPicture
        name="hero"
        narrow="hero-portrait"
        sizes={WINDOW_WIDE}
        isPriority
        className="aspect-4/5 max-h-[46svh] w-full object-[50%_16%] md:aspect-video md:max-h-[calc(100svh-11rem)] md:min-h-[max(30rem,34vw)] md:object-top"
      />
      <div className="bleed flex pt-5 flex-col items-start gap-7 text-paper md:absolute md:inset-0 md:pt-[7.5vw] md:text-ink">
        <h1 className="display text-d-lg text-wrap md:max-w-[30vw] md:text-d-third">{shop.tagline}</h1>
        <Link
          to="/products"
          className={buttonClass(
            { variant: 'accent', size: 'lg' },
            'md:border-ink md:bg-ink md:text-paper md:[--focus:var(--color-ink)] md:hover:bg-paper md:hover:text-ink',
          )}
        >
          Shop all merch
        </Link>
      </div>
    </section>
  )
}
