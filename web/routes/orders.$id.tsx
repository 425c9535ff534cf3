import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ApiError } from '#shared/client/api.ts'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { useFocusAround } from '#ui/use-focus-around.ts'
import { SignedInOnly } from '#web/auth/guard.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { Letterhead } from '#web/chrome/wordmark.tsx'
import { myOrdersQuery, orderQuery } from '#web/data/query.ts'
import { BackToOrders, OrderDetail } from '#web/order/order-detail.tsx'
import { OrderNext } from '#web/order/order-next.tsx'
import { OrderSkeleton } from '#web/order/order-state.tsx'
import { orderName } from '#web/order/order-words.ts'

const LOADING = <OrderSkeleton noScript="Log in to see your orders. This needs JavaScript." />

export const Route = createFileRoute('/orders/$id')({
  head: ({ params }) => privateHead(orderName(params.id)),
  component: () => (
    <div className="page py-6 sm:py-10">
      <Letterhead />
      <BackToOrders />
      <SignedInOnly waiting={LOADING}>{(token) => <OrderOf token={token} />}</SignedInOnly>
    </div>
  ),
})

function OrderOf({ token }: { token: string }) {
  const { api } = Route.useRouteContext()
  const { id } = Route.useParams()
  const client = useQueryClient()
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...orderQuery(api, token, id),
    // A shopper who comes from the list sees at once what the list knew, also if the order itself fails to load.
    initialData: () => client.getQueryData(myOrdersQuery(api, token).queryKey)?.find(({ _id }) => _id === id),
    // The list may be old: the order is requested all the same.
    initialDataUpdatedAt: 0,
  })
  if (order !== undefined)
    return <OrderDetail order={order} of={{ orderId: id, token }} next={<OrderNext order={order} />} />
  if (error === null) return LOADING
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return <OrderNotFound {...(isRefused ? {} : { onRetry: () => void refetch() })} />
}

/** `onRetry` is given when the order may exist after all: the shop could not be reached. */
function OrderNotFound({ onRetry }: { onRetry?: () => void }) {
  return (
    <section
      ref={useFocusAround<HTMLElement>()}
      role="alert"
      className="grid justify-items-start gap-5 py-14 sm:py-20"
    >
      <h1 className="display text-d-md">Order not found</h1>
      <p className="max-w-read text-ink-soft text-lg">The order you're looking for doesn't exist.</p>
      {onRetry && (
        <p className="max-w-read text-ink-mute">
          We couldn't reach the shop to check. If you're sure it does, please try again in a moment.
        </p>
      )}
      <div className="mt-3 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <Link to="/orders" activeOptions={{ exact: true }} className={buttonClass({ size: 'lg' })}>
          Back to Orders
        </Link>
        {onRetry && <RetryButton variant="secondary" size="lg" onClick={onRetry} />}
      </div>
    </section>
  )
}
