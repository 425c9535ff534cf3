import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '#web/data/api.ts'
import { useConnection } from '#web/state/connection.ts'
import { isThere, SHOP_PATH } from '#web/state/fetch-in-time.ts'
import { PartUnreachable } from '#web/state/import-part.ts'
import { networkAgain } from '#web/state/network-again.ts'
import { MessageScreen } from '#web/ui/message-screen.tsx'
import { RetryButton } from '#web/ui/retry-button.tsx'
import { loadAgain } from './load-again.ts'

/**
 * While offline, a screen that could not be loaded is not reported as failed or missing. If the shop did not respond although
 * there is a network, it is loaded again once what was missing is there: a network that has just come back may not carry
 * anything yet.
 */
export function OrOffline({ error, children }: { error: unknown; children: ReactNode }) {
  const router = useRouter()
  const isOffline = useConnection((connection) => connection.isOffline)
  useEffect(() => {
    const missing = missingPath(error)
    if (isOffline || missing === undefined) return
    let isShown = true
    // Loading the screen draws it anew, with whatever is focused or typed in it: only when there is something to show.
    void (async () => {
      do await networkAgain()
      while (isShown && !(await isThere(missing)))
      if (isShown) loadAgain(router)
    })()
    return () => {
      isShown = false
    }
  }, [router, isOffline, error])
  if (!isOffline) return children
  return (
    <MessageScreen
      role="alert"
      title="You are offline"
      text="This page is not saved on this device, but your cart and wishlist are. It will load once you are online."
    >
      <RetryButton size="lg" onClick={() => location.reload()} />
    </MessageScreen>
  )
}

/** What has to be there before a screen that failed with this error can come; undefined if it failed for another reason. */
function missingPath(error: unknown): string | undefined {
  if (error instanceof PartUnreachable) return error.path
  return error instanceof ApiError && error.isLost ? SHOP_PATH : undefined
}
