import { useEffect } from 'react'
import { loadedAhead } from '#ui/load-ahead.ts'
import type { PageMessage } from '#web/service-worker/message.ts'
import { useSession } from '#web/state/session.ts'

/**
 * Makes the shop readable without a network. Only in a production build: in development, files change under their names.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    if (import.meta.env.DEV) {
      void leave()
      return
    }
    const isFirstPage = navigator.serviceWorker.controller === null
    // After what this page may open: the worker fetches the scripts of all pages.
    void loadedAhead()
      .then(() => import('./register-worker.ts'))
      .then(({ registerWorker }) => registerWorker(isFirstPage))
      // Without a worker the shop needs a network, like any page.
      .catch(() => {})
    return useSession.subscribe(({ token }, before) => {
      if (before.token !== null && token === null) {
        navigator.serviceWorker.controller?.postMessage({ kind: 'forget' } satisfies PageMessage)
      }
    })
  }, [])
}

/** A worker from a production build at this address would serve its own files instead of those in development. */
async function leave(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}
