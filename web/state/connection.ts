import { onlineManager } from '@tanstack/react-query'
import { create } from 'zustand'
import type { Fetch } from '#shared/client/api.ts'
import { CACHED_AT } from '#web/service-worker/message.ts'
import { noteServerTime } from './server-clock.ts'

type Connection = {
  /** The browser has reported that there is no network, and the shop has not responded since. */
  isOffline: boolean
  /** When the shown content was cached, if the network has brought nothing newer. ISO time. */
  cachedAt: string | null
}

/** The network state of this page. Not stored: each page determines its own. */
export const useConnection = create<Connection>()(() => ({ isOffline: false, cachedAt: null }))

const CHECK_MS = 10_000

/** A network that has just come back may not carry anything yet. */
function shopResponds(): Promise<boolean> {
  return fetch('/healthz', { signal: AbortSignal.timeout?.(CHECK_MS) ?? null }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * For TanStack Query, online means that the shop responds. After a lost response (web/data/query-client.ts) it is asked every
 * ten seconds, as a browser may never notice an outage. Calls `onBack` once the shop responds again. Returns a function that
 * stops it.
 */
export function followConnection(onBack: () => void): () => void {
  const listening = new AbortController()
  onlineManager.setEventListener((setOnline) => {
    const onOffline = () => {
      useConnection.setState({ isOffline: true })
      setOnline(false)
    }
    const check = async () => {
      if (onlineManager.isOnline() || !navigator.onLine || document.hidden || !(await shopResponds())) return
      useConnection.setState({ isOffline: false })
      setOnline(true)
    }
    if (!navigator.onLine) onOffline()
    addEventListener('offline', onOffline, listening)
    addEventListener('online', check, listening)
    document.addEventListener('visibilitychange', check, listening)
    const timer = setInterval(check, CHECK_MS)
    return () => {
      listening.abort()
      clearInterval(timer)
    }
  })
  useConnection.setState({ cachedAt: pageCachedAt() })
  const stop = onlineManager.subscribe((isOnline) => isOnline && onBack())
  return () => {
    stop()
    onlineManager.setEventListener(() => undefined)
  }
}

/** Whether this page came over the network, and not from the browser's cache or the worker's. */
export function isPageNew(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (page?.transferSize ?? 0) > 0
}

/** What the worker has noted on the page itself, if it is a cached copy. */
function pageCachedAt(): string | null {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.find(({ name }) => name === 'cached')?.description ?? null
}

/** Resolves at once if the shop responds, and otherwise when it does. */
export async function untilShopResponds(): Promise<void> {
  if (await shopResponds()) return
  onlineManager.setOnline(false)
  await new Promise<void>((done) => {
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      done()
    })
  })
}

/** Notes for every response whether it is new or was cached by the worker, and the server's time if it is new. */
export function noteCachedAt(fetch: Fetch): Fetch {
  return async (path, init) => {
    const response = await fetch(path, init)
    const cachedAt = response.headers.get(CACHED_AT)
    const date = response.headers.get('date')
    if (cachedAt === null && date !== null) noteServerTime(Date.parse(date))
    if (cachedAt !== useConnection.getState().cachedAt) useConnection.setState({ cachedAt })
    return response
  }
}
