import type { ReactNode } from 'react'
import { RetryButton } from '#ui/button.tsx'
import { Awaited } from '#ui/lazy-component.ts'
import { MessageScreen } from '#ui/message-screen.tsx'
import { useConnection } from '#web/state/connection.ts'

/** An unexpected error. Trying again reloads the page, which clears whatever was broken in it. */
export function Failure() {
  return (
    <MessageScreen
      role="alert"
      isTall
      title="Something broke"
      text="This page could not be shown. Your cart and wishlist are safe. Please try again in a moment."
    >
      <RetryButton size="lg" onClick={() => location.reload()} />
    </MessageScreen>
  )
}

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
