import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '#web/data/api.ts'
import { useConnection } from '#web/state/connection.ts'
import { PartUnreachable } from '#web/state/import-part.ts'
import { networkAgain } from '#web/state/network-again.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'
import { loadAgain } from './load-again.ts'

/**
 * While offline, a screen that could not be loaded is not reported as failed or missing. If the shop did not respond although
 * there is a network, it is loaded again after a while: a network that has just come back may not carry anything yet.
 */
export function OrOffline({ error, children }: { error: unknown; children: ReactNode }) {
  const router = useRouter()
  const isOffline = useConnection((connection) => connection.isOffline)
  useEffect(() => {
    const mayCome = error instanceof PartUnreachable || (error instanceof ApiError && error.status === 0)
    if (isOffline || !mayCome) return
    let isShown = true
    void networkAgain().then(() => {
      if (isShown) loadAgain(router)
    })
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
      <Button size="lg" onClick={() => location.reload()}>
        Try Again
      </Button>
    </MessageScreen>
  )
}
