import { Skeleton } from '#ui/skeleton.tsx'

const LINES = ['first', 'second', 'third', 'fourth']

/** An order that is still loading; `noScript` is what is said without script. */
export function OrderSkeleton({ noScript }: { noScript: string }) {
  return (
    <div role="status">
      <h1 className="sr-only">Loading your order…</h1>
      <noscript>
        <p className="mb-8 notice p-5">{noScript}</p>
      </noscript>
      <Skeleton className="mt-2 h-14 w-80 max-w-full" />
      <Skeleton className="mt-4 mb-10 h-5 w-48" />
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid content-start gap-5">
          {LINES.slice(0, 2).map((key) => (
            <div key={key} className="flex gap-4">
              <Skeleton className="h-28 w-22" />
              <Skeleton className="h-28 grow" />
            </div>
          ))}
        </div>
        <div className="grid content-start gap-5">
          {LINES.map((key) => (
            <Skeleton key={key} className="h-10" />
          ))}
        </div>
      </div>
    </div>
  )
}
