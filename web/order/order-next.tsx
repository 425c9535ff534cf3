import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { lagosClock } from '#shared/lagos-time.ts'
import { Button, type ButtonLook, buttonClass } from '#ui/button.tsx'
import { checkCart } from '#web/cart/check-cart.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import type { ShownOrder } from './order-parts.tsx'
import { fillCheckout, putOrderInCart } from './reorder.ts'

/**
 * What a shopper can do with an order: continue the payment of a pending one; pay again for one that was not paid, or put its
 * goods back into the cart; buy those of a paid one again. The cart and the checkout tell what has changed in price, or is
 * gone, since.
 */
export function OrderNext({ order }: { order: ShownOrder }) {
  const { api } = useRouter().options.context
  const openOverlay = useOpenOverlay()
  const putInCart = () => {
    putOrderInCart(order)
    void checkCart(api, 0)
    openOverlay('cart')
  }
  if (order.status === 'pending') return <Unpaid order={order} />
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
        <PayAgain order={order} />
        <Button variant="secondary" onClick={putInCart}>
          Put Back in Cart
        </Button>
      </div>
    </div>
  )
}

/** There is never a second payment while the first may still be made: it goes on, on its own page, or is asked about. */
function Unpaid({ order: { pendingPayment, paymentReference } }: { order: ShownOrder }) {
  return (
    <div className="mt-3 grid max-w-read gap-4 print:hidden">
      <p className="text-ink-soft">
        <span>{pendingPayment ? heldWords(pendingPayment) : WAIT_WORDS}</span>
      </p>
      <div className="flex flex-col gap-3 sm:flex-row">
        {pendingPayment && <ContinuePayment url={pendingPayment.url} />}
        {paymentReference && (
          <Link
            to="/payment/callback"
            search={{ reference: paymentReference }}
            className={buttonClass({ variant: 'secondary' })}
          >
            Check Payment
          </Link>
        )}
      </div>
    </div>
  )
}

const WAIT_WORDS = 'We are still checking the payment of this order. Please do not pay again.'

export function heldWords({ heldUntil }: { heldUntil: string }): string {
  return `This order is not paid yet. Its items are held for you until ${lagosClock(heldUntil)}.`
}

/** Leads to the provider's page of the payment that was begun. `of` is the order's name, where there are several. */
export function ContinuePayment({
  url,
  size = 'md',
  of = '',
}: { url: string; of?: string } & Pick<ButtonLook, 'size'>) {
  return (
    <a href={url} className={buttonClass({ variant: 'accent', size })}>
      Continue Payment{of && <span className="sr-only"> {of}</span>}
    </a>
  )
}

export function PayAgain({ order, size = 'md' }: { order: ShownOrder } & Pick<ButtonLook, 'size'>) {
  const navigate = useNavigate()
  return (
    <Button
      variant="accent"
      size={size}
      onClick={() => {
        putOrderInCart(order)
        fillCheckout(order)
        void navigate({ to: '/checkout' })
      }}
    >
      Pay Again
    </Button>
  )
}
