import type { ReactNode } from 'react'
import { useConnection } from '#web/state/connection.ts'
import { Button } from '#web/ui/button.tsx'

/** While offline, a screen that could not be loaded is not reported as failed or missing. */
export function OrOffline({ children }: { children: ReactNode }) {
  const isOffline = useConnection((connection) => connection.isOffline)
  if (!isOffline) return children
  return (
    <section role="alert" className="page grid min-h-[60svh] content-center justify-items-start gap-6 py-16">
      <h1 className="display text-d-lg">You are offline</h1>
      <p className="max-w-read text-lg">
        This page is not saved on this device, but your cart and wishlist are. It will load once you are
        online.
      </p>
      <Button size="lg" onClick={() => location.reload()}>
        Try Again
      </Button>
    </section>
  )
}
