import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lineName } from '#shared/choice-words.ts'
import { buttonClass } from '#ui/button.tsx'
import { useCart } from '#web/state/cart.ts'

/**
 * Shown when there is nothing to buy. `hasJustEmptied`: the last line was removed while the shopper was here, so the focus
 * that it held moves to the heading.
 */
export function EmptyCart({ hasJustEmptied }: { hasJustEmptied: boolean }) {
  const soldOut = useCart((cart) => cart.items)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasJustEmptied) heading.current?.focus()
  }, [hasJustEmptied])
  return (
    <section className="grid justify-items-start gap-5 py-16 sm:py-24">
      <h1 ref={heading} tabIndex={-1} className="display text-d-md outline-none">
        Your cart is empty
      </h1>
      <p className="max-w-read text-ink-soft text-lg">
        Add some products to your cart to proceed with checkout.
      </p>
      {soldOut.length > 0 && (
        <p className="wrap-anywhere max-w-read text-ink-soft">
          Sold out, but still in your cart in case it comes back: {soldOut.map(lineName).join(', ')}.
        </p>
      )}
      <Link to="/products" className={buttonClass({ variant: 'primary', size: 'lg' }, 'mt-3')}>
        Continue Shopping
      </Link>
    </section>
  )
}
