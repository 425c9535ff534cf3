import type { ReactNode } from 'react'
import { useIsOnline } from '#admin/data/use-freshness.ts'
import { Button, RetryButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** In place of what is not there: it is loading, or could not be loaded. */
export function NotLoaded({ error, refetch }: { error: Error | null; refetch: () => unknown }) {
  const isOnline = useIsOnline()
  if (error === null && !isOnline)
    return <p className="notice my-4 p-4">You are offline, and this was not read before.</p>
  if (error === null) return <Skeleton className="mt-4 h-96" />
  return (
    <div role="alert" className="notice my-4 grid justify-items-start gap-3 p-4">
      <p>{error.message}</p>
      <RetryButton variant="secondary" onClick={() => void refetch()} />
    </div>
  )
}

/** Below a list that goes on. */
export function NextPage({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  children,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children: ReactNode
}) {
  return (
    hasNextPage && (
      <Button
        variant="secondary"
        className="mt-6"
        isBusy={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        {children}
      </Button>
    )
  )
}
