import type { PageMessage } from '#web/service-worker/message.ts'
import { useDataSaver } from '#web/state/data-saver.ts'

/**
 * What a page does once all that a press may open is there. The pictures far below the window may come (web/start/painting.ts), and the
 * worker makes the shop readable without a network: it fetches the scripts of all pages. `isFirstPage`: opened without a worker, which
 * caches it then.
 */
export async function onceIdle(isFirstPage: boolean): Promise<void> {
  document.documentElement.removeAttribute('data-far-waits')
  if (!('serviceWorker' in navigator)) return
  // In development, files change under their names.
  if (import.meta.env.DEV) await leave()
  else await register(isFirstPage)
}

async function register(isFirstPage: boolean): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  useDataSaver.subscribe(({ choice }, before) => {
    const { controller } = navigator.serviceWorker
    if (choice !== before.choice)
      controller?.postMessage({ kind: 'data-saver', choice } satisfies PageMessage)
  })
  const { active } = await navigator.serviceWorker.ready
  const { choice } = useDataSaver.getState()
  if (choice !== null) active?.postMessage({ kind: 'data-saver', choice } satisfies PageMessage)
  const savesData = document.documentElement.hasAttribute('data-saver')
  if (isFirstPage && !savesData) {
    active?.postMessage({ kind: 'cache', path: location.pathname + location.search } satisfies PageMessage)
  }
}

/** A worker from a production build at this address would serve its own files instead of those in development. */
async function leave(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}
