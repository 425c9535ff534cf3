import type { ReactNode } from 'react'
import { useConnection } from '#web/state/connection.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'

/** While offline, a screen that could not be loaded is not reported as failed or missing. */
export function OrOffline({ children }: { children: ReactNode }) {
  const isOffline = useConnection((connection) => connection.isOffline)
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
