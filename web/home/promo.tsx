import { Link } from '@tanstack/react-router'
import { shop } from '#shop.config'
import { buttonClass } from '#web/ui/button.tsx'

export function Promo() {
  return (
    <section className="on-ink bg-ink text-paper">
      <div className="page grid items-end gap-8 py-16 md:grid-cols-[1fr_auto] md:py-28">
        <h2 className="display max-w-[7ch] text-d-xl">{shop.promo.block}</h2>
        <div className="max-w-80 md:pb-4">
          <p className="text-lg">
            On new arrivals and on what Lagos buys most, while it is here. The old price stands beside the new
            one.
          </p>
          <Link
            to="/products"
            search={{ tag: 'BestSellers' }}
            className={buttonClass({ variant: 'accent', size: 'lg' }, 'mt-6')}
          >
            Shop best sellers
          </Link>
        </div>
      </div>
    </section>
  )
}
