import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lagosClock, lagosDayOfYear } from '#shared/lagos-time.ts'
import { followConnection, useConnection } from '#web/state/connection.ts'

/** Says, as long as it is so, that there is no network, and from when that is what one sees. */
export function ConnectionNotice() {
  const router = useRouter()
  const { isOffline, keptAt, isPartMissing } = useConnection()
  useEffect(
    () =>
      followConnection(() => {
        void router.options.context.queryClient.invalidateQueries()
        void router.invalidate()
      }),
    [router],
  )
  const sentences = [
    isOffline && 'You are offline.',
    !isOffline && (keptAt !== null || isPartMissing) && 'The network does not answer.',
    isPartMissing && 'What you opened is not on this phone yet: it comes when the network is back.',
    keptAt !== null &&
      `What you see may be old: it is as of ${lagosClock(keptAt)} on ${lagosDayOfYear(keptAt)}.`,
  ].filter(Boolean)
  return (
    // Said outright, as an open panel hides from screen readers whatever is not.
    <div role="status" aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-0 z-50">
      {sentences.length > 0 && (
        <p className="on-ink pointer-events-auto border-accent border-t-4 bg-ink px-(--spacing-gutter) py-3 text-paper text-sm">
          {sentences.join(' ')}
        </p>
      )}
    </div>
  )
}
