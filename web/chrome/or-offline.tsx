import type { ReactNode } from 'react'
import { Awaited } from '#ui/awaited.ts'
import { MessageScreen } from '#ui/message-screen.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { useConnection } from '#web/state/connection.ts'

/** While offline, a screen that could not be loaded is not reported as failed or missing. */
export function OrOffline({ children }: { children: ReactNode }) {
  const isOffline = useConnection((connection) => connection.isOffline)
  return (
    <>
      <Awaited />
      {isOffline ? (
        <MessageScreen
          role="alert"
          title="You are offline"
          text="This page is not saved on this device, but your cart and wishlist are. It will load once you are online."
        >
          <RetryButton size="lg" onClick={() => location.reload()} />
        </MessageScreen>
      ) : (
        children
      )}
    </>
  )
}
