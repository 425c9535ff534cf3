import { useEffect } from 'react'
import type { PageMessage } from '#web/service-worker/message.ts'
import { useDataSaver } from '#web/state/data-saver.ts'
import { useSession } from '#web/state/session.ts'

const ADDRESS = '/sw.js'

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
    const cancel = whenIdle(() => void register(isFirstPage))
    const stops = [
      cancel,
      useDataSaver.subscribe(({ choice }, before) => {
        if (choice !== before.choice) tell({ kind: 'data-saver', choice })
      }),
      useSession.subscribe(({ token }, before) => {
        if (before.token !== null && token === null) tell({ kind: 'forget' })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

async function register(isFirstPage: boolean): Promise<void> {
  try {
    await navigator.serviceWorker.register(ADDRESS)
    const { active } = await navigator.serviceWorker.ready
    const { choice } = useDataSaver.getState()
    if (choice !== null) active?.postMessage({ kind: 'data-saver', choice } satisfies PageMessage)
    const savesData = document.documentElement.hasAttribute('data-saver')
    if (isFirstPage && !savesData) {
      active?.postMessage({ kind: 'cache', path: location.pathname + location.search } satisfies PageMessage)
    }
  } catch {
    // Without a worker the shop needs a network, like any page.
  }
}

/** A worker from a production build at this address would serve its own files instead of those in development. */
async function leave(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}

function tell(message: PageMessage): void {
  navigator.serviceWorker.controller?.postMessage(message)
}

/** Runs once the page has loaded and is idle. */
function whenIdle(work: () => void): () => void {
  const idle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 200))
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
  return () => removeEventListener('load', idle)
}
