import { Link } from '@tanstack/react-router'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export function OrderListSkeleton() {
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

export function OrdersFailed() {
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

export function NoOrders() {
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
