import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ApiError } from '#shared/client/api.ts'
import { RECEIPT_DAYS } from '#shared/limits.ts'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { useFocusAround } from '#ui/use-focus-around.ts'
import { ChoosePasswordIfGuest } from '#web/auth/choose-password-if-guest.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { Letterhead } from '#web/chrome/wordmark.tsx'
import { receiptQuery } from '#web/data/query.ts'
import { OrderDetail } from '#web/order/order-detail.tsx'
import { OrderNext } from '#web/order/order-next.tsx'
import { OrderSkeleton } from '#web/order/order-state.tsx'

/** Where the mails about an order lead: no login, and no cart is touched. */
export const Route = createFileRoute('/receipt/$token')({
  head: () => privateHead('Your Order'),
  component: () => (
    <div className="page py-6 sm:py-10">
      <Letterhead />
      <ReceiptOf />
    </div>
  ),
})

function ReceiptOf() {
  const { api } = Route.useRouteContext()
  const { token } = Route.useParams()
  const { data: order, error, refetch } = useQuery(receiptQuery(api, token))
  if (order !== undefined) {
    return (
      <OrderDetail
        order={order}
        of={{ receipt: token }}
        next={<OrderNext order={order} />}
        invitation={<ChoosePasswordIfGuest order={order} />}
      />
    )
  }
  if (error === null)
    return <OrderSkeleton noScript="Your order is shown by JavaScript. Please turn it on." />
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefused ? <LinkOver /> : <NotReached onRetry={() => void refetch()} />
}

function LinkOver() {
  return (
    <section className="grid justify-items-start gap-5 py-14 sm:py-20">
      <h1 className="display text-d-md">This link is no longer open</h1>
      <p className="max-w-read text-ink-soft text-lg">
        {`The link to an order works for ${RECEIPT_DAYS} days. Log in with the email address of the order to see it under My Orders.`}
      </p>
      <div className="mt-3 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <Link to="/orders" className={buttonClass({ size: 'lg' })}>
          View My Orders
        </Link>
        <Link to="/products" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
          Continue Shopping
        </Link>
      </div>
    </section>
  )
}

function NotReached({ onRetry }: { onRetry: () => void }) {
  return (
    <section
      ref={useFocusAround<HTMLElement>()}
      role="alert"
      className="grid justify-items-start gap-5 py-14 sm:py-20"
    >
      <h1 className="display text-d-md">Your order could not be loaded</h1>
      <p className="max-w-read text-ink-soft text-lg">
        We cannot reach the shop right now. Please try again in a moment.
      </p>
      <RetryButton size="lg" onClick={onRetry} />
    </section>
  )
}
