import { useSyncExternalStore } from 'react'

type Stored = {
  persist: { hasHydrated: () => boolean; onFinishHydration: (listener: () => void) => () => void }
}

/** False while rendering and until the store has been read from the browser: an unread cart is not an empty one. */
export function useIsRead(store: Stored): boolean {
  return useSyncExternalStore(
    (listener) => store.persist.onFinishHydration(listener),
    () => store.persist.hasHydrated(),
    () => false,
  )
}
