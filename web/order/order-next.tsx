import { useNavigate, useRouter } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { checkCart } from '#web/cart/check-cart.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import type { ShownOrder } from './order-parts.tsx'
import { fillCheckout, putOrderInCart } from './reorder.ts'

/**
 * What a shopper can do with an order: pay again for one that was not paid, or put its goods back into the cart; buy those of
 * a paid one again. The cart and the checkout tell what has changed in price, or is gone, since.
 */
export function OrderNext({ order }: { order: ShownOrder }) {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const openOverlay = useOpenOverlay()
  const putInCart = () => {
    putOrderInCart(order)
    void checkCart(api, 0)
    openOverlay('cart')
  }
  if (order.status === 'pending') return null
  if (order.status === 'paid') {
    return (
      <div className="mt-3 print:hidden">
        <Button variant="secondary" onClick={putInCart}>
          Buy Again
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-3 grid max-w-read gap-4 print:hidden">
      <p className="text-ink-soft">
        This order was not paid, and its items are back on the shelf. If you did pay, do nothing: as soon as
        your bank confirms it, we bring the order back to life or return your money.
      </p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          variant="accent"
          onClick={() => {
            putOrderInCart(order)
            fillCheckout(order)
            void navigate({ to: '/checkout' })
          }}
        >
          Pay Again
        </Button>
        <Button variant="secondary" onClick={putInCart}>
          Put Back in Cart
        </Button>
      </div>
    </div>
  )
}
