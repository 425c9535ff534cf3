import type { ReactNode } from 'react'
import { useConnection } from '#web/state/connection.ts'
import { Button } from '#web/ui/button.tsx'

/** Without a network a screen that could not be loaded is not said to have failed, or to be nowhere. */
export function OrOffline({ children }: { children: ReactNode }) {
  const isOffline = useConnection((connection) => connection.isOffline)
  if (!isOffline) return children
  return (
    <section role="alert" className="page grid min-h-[60svh] content-center justify-items-start gap-6 py-16">
      <h1 className="display text-d-lg">You are offline</h1>
      <p className="max-w-read text-lg">
        This page is not kept on this phone. Your cart and your wishlist are. It comes when the network is
        back.
      </p>
      <Button size="lg" onClick={() => location.reload()}>
        Try Again
      </Button>
    </section>
  )
}
