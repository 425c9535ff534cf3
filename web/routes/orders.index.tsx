import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { choiceWords } from '#shared/choice-words.ts'
import type { Order } from '#shared/contract/order.ts'
import { itemCount } from '#shared/item-count.ts'
import { lagosDay } from '#shared/lagos-time.ts'
import { ORDERS_LISTED_MAX } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SignedInOnly } from '#web/auth/guard.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { myOrdersQuery } from '#web/data/query.ts'
import { Picture } from '#web/item/picture.tsx'
import { ContinuePayment } from '#web/order/order-next.tsx'
import { orderName } from '#web/order/order-words.ts'
import { StatusBadge } from '#web/order/status-badge.tsx'

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

function OrderListSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-5">
      <span className="sr-only">Loading your orders…</span>
      <noscript>
        <p className="notice p-5">Log in to see your orders. This needs JavaScript.</p>
      </noscript>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="border border-line bg-paper-bright">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-b p-4 sm:p-6">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-3">
              <Skeleton className="h-6 w-44 max-w-full" />
              <Skeleton className="h-4 w-32 max-w-full" />
            </div>
            <Skeleton className="h-6 w-24 shrink-0" />
            <Skeleton className="h-11 w-full sm:hidden" />
          </div>
          <div className="flex gap-8 p-4 sm:p-6">
            <Skeleton className="h-17.5 w-14 shrink-0" />
            <Skeleton className="h-17.5 w-40" />
          </div>
        </div>
      ))}
    </div>
  )
}

function OrdersFailed() {
  return (
    <section role="alert" className="grid justify-items-start gap-5 py-6">
      <h2 className="display text-d-sm">Failed to load orders</h2>
      <p className="max-w-read text-ink-soft text-lg">Please try again later.</p>
      <RetryButton size="lg" onClick={() => location.reload()}>
        Retry
      </RetryButton>
    </section>
  )
}

function NoOrders() {
  return (
    <section className="grid justify-items-start gap-5 py-6">
      <h2 className="display text-d-sm">No orders yet</h2>
      <p className="max-w-read text-ink-soft text-lg">Start shopping to see your orders here.</p>
      <Link to="/products" className={buttonClass({ variant: 'accent', size: 'lg' })}>
        Browse Products
      </Link>
    </section>
  )
}

const CHIPS = 3

function OrderCard({ order }: { order: Order }) {
  const name = orderName(order._id)
  const more = order.items.length - CHIPS
  return (
    <article className="border border-line bg-paper-bright">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b p-4 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-x-8 sm:p-6">
        <h2 className="display text-d-xs">{name}</h2>
        <div className="order-1 flex basis-full flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:order-none sm:row-start-2 sm:justify-start">
          <p className="text-ink-mute text-sm">
            <time dateTime={order.createdAt}>{lagosDay(order.createdAt)}</time>{' '}
            <span aria-hidden="true">·</span>{' '}
            <span className="whitespace-nowrap">{itemCount(order.items.length)}</span>
          </p>
          <StatusBadge status={order.status} />
        </div>
        <p className="amount ml-auto text-d-xs sm:row-span-2">{formatNaira(order.totalAmount)}</p>
        <div className="order-2 mt-2 flex basis-full flex-col gap-2 sm:order-none sm:row-span-2 sm:mt-0">
          {order.pendingPayment && <ContinuePayment url={order.pendingPayment.url} size="sm" of={name} />}
          <Link
            to="/orders/$id"
            params={{ id: order._id }}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            View<span className="sr-only"> {name}</span>
          </Link>
        </div>
      </div>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-4 p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-[repeat(3,minmax(0,1fr))_5rem]">
        {order.items.slice(0, CHIPS).map((item) => (
          <li
            key={`${item.productId} ${item.color} ${item.size}`}
            className="flex min-w-0 items-center gap-3"
          >
            <Picture src={item.image} alt="" sizes="56px" className="aspect-4/5 w-14 shrink-0 object-cover" />
            <div className="min-w-0 text-sm">
              <p className="line-clamp-2 max-w-52 font-bold leading-tight">{item.name}</p>
              <p className="mt-0.5 text-ink-mute first-letter:uppercase">{choiceWords(item)}</p>
              <p className="tabular text-ink-mute">Qty: {item.quantity}</p>
            </div>
          </li>
        ))}
        {more > 0 && <li className="label self-center text-ink-mute text-xs lg:text-right">+{more} more</li>}
      </ul>
    </article>
  )
}
