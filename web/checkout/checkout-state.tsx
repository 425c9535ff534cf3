import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lineName } from '#shared/choice-words.ts'
import { buttonClass } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCart } from '#web/state/cart.ts'

/** Shown until the cart has been read from the browser, and sent by the server to everyone. */
export function CheckoutSkeleton() {
  return (
    <div role="status" className="py-8 sm:py-12">
      <span className="sr-only">Loading your checkout…</span>
      <noscript>
        <p className="mb-8 notice p-5">
          Your cart is kept in this browser, so the checkout needs JavaScript. Please turn it on to buy.
        </p>
      </noscript>
      <div className="noscript:hidden">
        <Skeleton className="h-11 w-24" />
        <Skeleton className="mt-6 h-12 w-64 max-w-full" />
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="grid content-start gap-7">
            {['name', 'email', 'phone', 'address', 'state', 'place'].map((field) => (
              <div key={field} className="grid gap-2">
                <Skeleton className="h-3 w-24" />
                <Skeleton className="h-12 w-full" />
              </div>
            ))}
          </div>
          <div className="grid content-start gap-6 border-line border-t pt-6">
            {['first', 'second'].map((line) => (
              <div key={line} className="flex gap-4">
                <Skeleton className="h-28 w-22" />
                <div className="grid grow content-start gap-3">
                  <Skeleton className="h-4 w-3/4" />
                  <Skeleton className="h-3 w-1/3" />
                  <Skeleton className="h-11 w-36" />
                </div>
              </div>
            ))}
            <Skeleton className="h-40 w-full" />
          </div>
        </div>
      </div>
    </div>
  )
}

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
          {`Sold out, but still in your cart in case it comes back: ${soldOut.map(lineName).join(', ')}.`}
        </p>
      )}
      <Link to="/products" className={buttonClass({ variant: 'primary', size: 'lg' }, 'mt-3')}>
        Continue Shopping
      </Link>
    </section>
  )
}
