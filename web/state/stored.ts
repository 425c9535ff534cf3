import type { PersistOptions, PersistStorage, StorageValue } from 'zustand/middleware'

/**
 * How state is stored in the browser: empty while rendering and for the first paint, so that server and browser agree;
 * `hydrateStored` then reads it, and reads it again whenever another tab writes it.
 */
export function stored<State, Stored>(options: {
  name: string
  partialize: (state: State) => Stored
  /** Stored values may be old, foreign or broken: return only what is usable. */
  parse: (value: unknown) => Stored
  /** Stored for this tab only, for as long as it is open. */
  isOfTab?: boolean
}): PersistOptions<State, Stored> {
  return {
    name: options.name,
    storage: storageOf(() => (options.isOfTab ? sessionStorage : localStorage)),
    partialize: options.partialize,
    merge: (value, current) => ({ ...current, ...options.parse(value) }),
    skipHydration: true,
    version: 1,
    migrate: options.parse,
  }
}

/**
 * The storage of one store. What the browser refuses to store, always or for lack of space, lasts as long as the page;
 * broken values read as nothing.
 */
function storageOf<Stored>(find: () => Storage): PersistStorage<Stored> {
  let unstored: StorageValue<Stored> | undefined
  return {
    getItem: (name) => {
      try {
        return unstored ?? JSON.parse(find().getItem(name) ?? 'null')
      } catch {
        return null
      }
    },
    setItem: (name, value) => {
      try {
        find().setItem(name, JSON.stringify(value))
        unstored = undefined
      } catch {
        unstored = value
      }
    },
    // Never called: a store is cleared by writing its empty state.
    removeItem: () => {},
  }
}

type PersistedStore = {
  persist: { rehydrate: () => void | Promise<void>; getOptions: () => { name?: string } }
}

/**
 * Reads the stores, and follows changes in other tabs; a page restored from the back/forward cache has missed
 * their events and reads again. Returns a function that stops it.
 */
export function hydrateStored(stores: readonly PersistedStore[]): () => void {
  const readAll = () => {
    for (const store of stores) void store.persist.rehydrate()
  }
  readAll()
  const onStorage = (event: StorageEvent) => {
    for (const store of stores) {
      if (event.key === null || event.key === store.persist.getOptions().name) void store.persist.rehydrate()
    }
  }
  const onShow = (event: PageTransitionEvent) => event.persisted && readAll()
  const listening = new AbortController()
  addEventListener('storage', onStorage, listening)
  addEventListener('pageshow', onShow, listening)
  return () => listening.abort()
}

/** A store's state as stored now: another tab may have changed it before this one was notified. */
export function readStored<State>(store: PersistedStore & { getState: () => State }): State {
  void store.persist.rehydrate()
  return store.getState()
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
