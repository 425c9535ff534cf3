import type { PageMessage } from '#web/service-worker/message.ts'
import { useDataSaver } from '#web/state/data-saver.ts'

/** Loaded once the page is idle. The first page was opened without a worker, which caches it then. */
export async function registerWorker(isFirstPage: boolean): Promise<void> {
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
