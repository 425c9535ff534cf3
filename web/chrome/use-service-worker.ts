import { useEffect } from 'react'
import { loadedAhead } from '#ui/load-ahead.ts'
import type { PageMessage } from '#web/service-worker/message.ts'
import { useSession } from '#web/state/session.ts'

/** Without a worker the shop needs a network, like any page. */
export function useServiceWorker(): void {
  useEffect(() => {
    const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker
    const isFirstPage = worker?.controller === null
    void loadedAhead()
      .then(() => import('./once-idle.ts'))
      .then(({ onceIdle }) => onceIdle(isFirstPage))
      .catch(() => {})
    return useSession.subscribe(({ token }, before) => {
      if (before.token !== null && token === null)
        worker?.controller?.postMessage({ kind: 'forget' } satisfies PageMessage)
    })
  }, [])
}
