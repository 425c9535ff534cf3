import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass, RetryButton } from '#ui/button.tsx'
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

export function NotFound() {
  return (
    <section className="page grid min-h-[70svh] content-center justify-items-start gap-6 py-16">
      <h1 className="display text-d-xl after:text-accent after:content-['+'/'']">404</h1>
      <p className="text-xl">Oops! Page not found</p>
      <Link to="/" className={buttonClass({ size: 'lg' })}>
        Return to Home
      </Link>
    </section>
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
