import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lagosClock, lagosDayOfYear } from '#shared/lagos-time.ts'
import { followConnection, useConnection } from '#web/state/connection.ts'
import { useAwaited } from '#web/ui/awaited.ts'

/** Shown for as long as there is no network, with the time that the shown content dates from. */
export function ConnectionNotice() {
  const router = useRouter()
  const { isOffline, keptAt, isPartMissing } = useConnection()
  const isMissed = useAwaited() > 0 && isPartMissing
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
    !isOffline && (keptAt !== null || isMissed) && 'The network is not responding.',
    isMissed && 'That is not on this device yet. It will load once you are online.',
    keptAt !== null &&
      `This may be out of date: it is from ${lagosClock(keptAt)} on ${lagosDayOfYear(keptAt)}.`,
  ].filter(Boolean)
  return (
    // Set explicitly: an open panel hides everything without it from screen readers.
    <div role="status" aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-0 z-50">
      {sentences.length > 0 && (
        <p className="on-ink pointer-events-auto border-accent border-t-4 bg-ink px-(--spacing-gutter) py-3 text-paper text-sm">
          {sentences.join(' ')}
        </p>
      )}
    </div>
  )
}
