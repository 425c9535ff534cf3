import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { MessageScreen } from '#ui/message-screen.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { useConnection } from '#web/state/connection.ts'
import { PartUnreachable } from '#web/state/import-part.ts'
import { untilThere } from '#web/state/network-again.ts'
import { loadAgain } from './load-again.ts'

/**
 * While offline, a screen that could not be loaded is not reported as failed or missing. If a part of it could not be fetched
 * although there is a network, it is loaded again once that part is there.
 */
export function OrOffline({ error, children }: { error: unknown; children: ReactNode }) {
  const router = useRouter()
  const isOffline = useConnection((connection) => connection.isOffline)
  useEffect(() => {
    if (isOffline || !(error instanceof PartUnreachable)) return
    let isShown = true
    // Loading the screen draws it anew, with whatever is focused or typed in it: only when there is something to show.
    void untilThere(error.path, () => isShown).then(() => isShown && loadAgain(router))
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
