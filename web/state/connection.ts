import { create } from 'zustand'
import { KEPT_AT } from '#web/service-worker/message.ts'

type Connection = {
  /** The browser itself says that there is no network. */
  isOffline: boolean
  /** When what is shown was kept, if the network did not bring anything newer. ISO time. */
  keptAt: string | null
  /** A part of the page that somebody wants could not be loaded. */
  isPartMissing: boolean
}

/** How this page stands with the network. Not stored: each page finds out anew. */
export const useConnection = create<Connection>()(() => ({
  isOffline: false,
  keptAt: null,
  isPartMissing: false,
}))

/** Follows the browser's word, and what the worker says of the page itself. Answers how to stop. */
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

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Hears from every answer whether it is new, or was kept by the worker. */
export function hearing(fetch: Fetch): Fetch {
  return async (path, init) => {
    const response = await fetch(path, init)
    const keptAt = response.headers.get(KEPT_AT)
    if (keptAt !== useConnection.getState().keptAt) useConnection.setState({ keptAt })
    return response
  }
}
