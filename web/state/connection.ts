import { create } from 'zustand'
import type { Fetch } from '#web/data/api.ts'
import { KEPT_AT } from '#web/service-worker/message.ts'

type Connection = {
  /** The browser itself reports that there is no network. */
  isOffline: boolean
  /** When the shown content was cached, if the network has brought nothing newer. ISO time. */
  keptAt: string | null
  /** How many parts of the page could not be loaded, and have not been since. */
  partsMissing: number
}

/** The network state of this page. Not stored: each page determines its own. */
export const useConnection = create<Connection>()(() => ({
  isOffline: false,
  keptAt: null,
  partsMissing: 0,
}))

/** Follows the browser's online state, and reads the worker's mark on the page itself. Returns a function that stops it. */
export function followConnection(onBack: () => void): () => void {
  const follow = () => {
    const wasOffline = useConnection.getState().isOffline
    useConnection.setState({ isOffline: !navigator.onLine })
    if (wasOffline && navigator.onLine) onBack()
  }
  follow()
  useConnection.setState({ keptAt: document.documentElement.dataset.keptAt ?? null })
  addEventListener('online', follow)
  addEventListener('offline', follow)
  return () => {
    removeEventListener('online', follow)
    removeEventListener('offline', follow)
  }
}

/** Notes for every response whether it is new or was cached by the worker. */
export function hearing(fetch: Fetch): Fetch {
  return async (path, init) => {
    const response = await fetch(path, init)
    const keptAt = response.headers.get(KEPT_AT)
    if (keptAt !== useConnection.getState().keptAt) useConnection.setState({ keptAt })
    return response
  }
}
