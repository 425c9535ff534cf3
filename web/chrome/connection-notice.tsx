import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lagosClock, lagosDayOfYear } from '#shared/lagos-time.ts'
import { useAwaited, useIsScriptLost, wasJustReloaded } from '#ui/lazy-component.ts'
import { followConnection, untilShopResponds, useConnection } from '#web/state/connection.ts'

/** Shown for as long as there is no network, with the time that the shown content dates from. */
export function ConnectionNotice() {
  const router = useRouter()
  const { isOffline, cachedAt } = useConnection()
  const isScriptLost = useIsScriptLost()
  const isMissed = useAwaited() > 0 && isScriptLost
  // The query client fetches again what is on the screen; the router what it could not show, and the title.
  useEffect(() => followConnection(() => void router.invalidate()), [router])
  useEffect(() => {
    if (!isMissed || wasJustReloaded()) return
    let isStillMissed = true
    // Nothing is lost: what is open over the page is in the history, cart and drafts are stored.
    void untilShopResponds().then(() => isStillMissed && location.reload())
    return () => {
      isStillMissed = false
    }
  }, [isMissed])
  const sentences = [
    isOffline && 'You are offline.',
    !isOffline && (cachedAt !== null || isMissed) && 'The network is not responding.',
    isMissed && 'That is not on this device yet. It will load once you are online.',
    cachedAt !== null &&
      `This may be out of date: it is from ${lagosClock(cachedAt)} on ${lagosDayOfYear(cachedAt)}.`,
  ].filter(Boolean)
  return (
    // Set explicitly: an open panel hides everything without it from screen readers.
    <div role="status" aria-live="polite" className="bottom-notice">
      {sentences.length > 0 && <p className="on-ink">{sentences.join(' ')}</p>}
    </div>
  )
}
