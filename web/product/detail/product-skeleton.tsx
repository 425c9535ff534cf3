import { Skeleton } from '#ui/skeleton.tsx'
import { usePendingScroll } from '#web/state/scroll-memory.ts'

/** Apart from the screen: it is also shown while the screen's own script is loading. */
export function ProductSkeleton() {
  usePendingScroll()
  return (
    <div
      role="status"
      className="page grid gap-8 pt-13 pb-24 sm:pt-15 md:grid-cols-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16"
    >
      <h1 className="sr-only">Loading product</h1>
      <Skeleton className="aspect-4/5 max-md:-mx-gutter" />
      <div className="grid content-start gap-5 lg:pt-4">
        <Skeleton className="h-12 w-4/5" />
        <Skeleton className="h-7 w-1/3" />
        <Skeleton className="h-24" />
        <Skeleton className="h-12 w-1/2" />
        <Skeleton className="h-12" />
        <Skeleton className="h-14" />
      </div>
    </div>
  )
}
