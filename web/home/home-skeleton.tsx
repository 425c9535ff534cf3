import { Skeleton } from '#web/ui/skeleton.tsx'

/** Stands until the session has been read from the browser. It is what the server sends to everybody. */
export function HomeSkeleton() {
  return (
    <div role="status" className="page py-10 sm:py-14">
      <span className="sr-only">Loading your home…</span>
      <noscript>
        <p className="mb-8 border-accent border-l-6 bg-paper-bright p-5">
          This page is for who is logged in, and that needs JavaScript. Please switch it on.
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
