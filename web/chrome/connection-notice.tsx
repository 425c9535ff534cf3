import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lagosClock, lagosDayOfYear } from '#shared/lagos-time.ts'
import { useAwaited } from '#ui/awaited.ts'
import { followConnection, useConnection } from '#web/state/connection.ts'
import { followLostAnswers } from '#web/state/follow-lost-answers.ts'
import { loadAgain } from './load-again.ts'

/** Shown for as long as there is no network, with the time that the shown content dates from. */
export function ConnectionNotice() {
  const router = useRouter()
  const { isOffline, keptAt, partsMissing } = useConnection()
  const isMissed = useAwaited() > 0 && partsMissing > 0
  useEffect(() => followConnection(() => loadAgain(router)), [router])
  // The page's title may be that of the failure.
  useEffect(
    () => followLostAnswers(router.options.context.queryClient, () => void router.invalidate()),
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
    <div role="status" aria-live="polite" className="bottom-notice">
      {sentences.length > 0 && <p className="on-ink">{sentences.join(' ')}</p>}
    </div>
  )
}
