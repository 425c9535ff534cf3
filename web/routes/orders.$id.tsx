import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SignedInOnly } from '#web/auth/guard.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { Letterhead } from '#web/chrome/wordmark.tsx'
import { ApiError } from '#web/data/api.ts'
import { myOrdersQuery, orderQuery } from '#web/data/query.ts'
import { BackToOrders, OrderDetail } from '#web/order/order-detail.tsx'
import { OrderNotFound, OrderSkeleton } from '#web/order/order-detail-state.tsx'
import { orderName } from '#web/order/order-words.ts'

export const Route = createFileRoute('/orders/$id')({
  head: ({ params }) => privateHead(orderName(params.id)),
  component: () => (
    <div className="page py-6 sm:py-10">
      <Letterhead />
      <BackToOrders />
      <SignedInOnly waiting={<OrderSkeleton />}>{(token) => <OrderOf token={token} />}</SignedInOnly>
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
  if (order !== undefined) return <OrderDetail order={order} />
  if (error === null) return <OrderSkeleton />
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return <OrderNotFound {...(isRefused ? {} : { onRetry: () => void refetch() })} />
}
