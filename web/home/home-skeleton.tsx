import { Skeleton } from '#ui/skeleton.tsx'

/** Shown until the session has been read from the browser, and sent by the server to everyone. */
export function HomeSkeleton() {
  return (
    <div role="status" className="page py-10 sm:py-14">
      <span className="sr-only">Loading your home page…</span>
      <noscript>
        <p className="mb-8 notice p-5">
          You need to be logged in to see this page, and logging in needs JavaScript. Please turn it on.
        </p>
      </noscript>
      <Skeleton className="h-24 w-2/3 sm:h-40" />
      <Skeleton className="mt-14 h-12 w-48" />
      <div className="mt-6 grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 lg:grid-cols-6">
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((key) => (
          <Skeleton key={key} className="aspect-4/5" />
        ))}
      </div>
    </div>
  )
}
