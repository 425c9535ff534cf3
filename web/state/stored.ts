import type { PersistOptions, PersistStorage, StorageValue } from 'zustand/middleware'

/**
 * How state is kept in the browser: empty while rendering and for the first paint, so that server and browser agree;
 * `hydrateStored` then reads it, and again whenever another tab writes it.
 */
export function stored<State, Kept>(options: {
  name: string
  keep: (state: State) => Kept
  /** What is stored may be old, foreign or broken: answer only what is usable. */
  parse: (value: unknown) => Kept
  /** Kept for this tab alone, and no longer than it is open. */
  isOfTab?: boolean
}): PersistOptions<State, Kept> {
  return {
    name: options.name,
    storage: storageOf(() => (options.isOfTab ? sessionStorage : localStorage)),
    partialize: options.keep,
    merge: (value, current) => ({ ...current, ...options.parse(value) }),
    skipHydration: true,
    version: 1,
    migrate: options.parse,
  }
}

/** Of one store. What the browser refuses to keep, always or for want of room, lasts as long as the page; what is broken reads as nothing. */
function storageOf<Kept>(find: () => Storage): PersistStorage<Kept> {
  let unkept: StorageValue<Kept> | undefined
  return {
    getItem: (name) => {
      try {
        return unkept ?? JSON.parse(find().getItem(name) ?? 'null')
      } catch {
        return null
      }
    },
    setItem: (name, value) => {
      try {
        find().setItem(name, JSON.stringify(value))
        unkept = undefined
      } catch {
        unkept = value
      }
    },
    // Nobody clears a store: it is set to what is empty.
    removeItem: () => {},
  }
}

type PersistedStore = {
  persist: { rehydrate: () => void | Promise<void>; getOptions: () => { name?: string } }
}

/**
 * Reads the stores, and keeps this tab in step with the others; a page that comes back from the browser's memory has heard
 * nothing meanwhile. Answers how to stop.
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
