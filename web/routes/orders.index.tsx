import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ORDERS_LISTED_MAX } from '#shared/limits.ts'
import { SignedInOnly } from '#web/auth/guard.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { myOrdersQuery } from '#web/data/query.ts'
import { OrderCard } from '#web/order/order-card.tsx'
import { NoOrders, OrderListSkeleton, OrdersFailed } from '#web/order/order-list-state.tsx'

export const Route = createFileRoute('/orders/')({
  head: () => privateHead('My Orders'),
  component: () => (
    <div className="page py-8 sm:py-12">
      <h1 className="display mb-8 text-d-md">My Orders</h1>
      <SignedInOnly waiting={<OrderListSkeleton />}>{(token) => <Orders token={token} />}</SignedInOnly>
    </div>
  ),
})

function Orders({ token }: { token: string }) {
  const { api } = Route.useRouteContext()
  const { data: orders, isError } = useQuery(myOrdersQuery(api, token))
  if (orders === undefined) return isError ? <OrdersFailed /> : <OrderListSkeleton />
  if (orders.length === 0) return <NoOrders />
  return (
    <>
      <ul className="grid grid-cols-1 gap-5">
        {orders.map((order) => (
          <li key={order._id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {orders.length === ORDERS_LISTED_MAX && (
        <p className="mt-5 text-ink-mute text-sm">{`These are your latest ${ORDERS_LISTED_MAX} orders. Older ones are in your e-mails.`}</p>
      )}
    </>
  )
}
