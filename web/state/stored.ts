import { useSyncExternalStore } from 'react'
import { create, type StoreApi } from 'zustand'
import { type PersistStorage, persist, type StorageValue } from 'zustand/middleware'

/**
 * A store whose state is stored in the browser: empty while rendering and for the first paint, so that server and browser agree;
 * `hydrateStored` then reads it, and reads it again whenever another tab writes it.
 */
export function createStored<Stored extends object, Actions extends object>({
  name,
  isOfTab = false,
  parse,
  actions,
}: {
  name: string
  /** Stored for this tab only, for as long as it is open. */
  isOfTab?: boolean
  /** Stored values may be old, foreign or broken: returns only what is usable, and the empty state if nothing is. */
  parse: (value: Readonly<Record<string, unknown>>) => Stored
  actions: (set: StoreApi<Stored & Actions>['setState']) => Actions
}) {
  const usable = (value: unknown) => parse(isRecord(value) ? value : {})
  return create<Stored & Actions>()(
    persist<Stored & Actions, [], [], Stored>((set) => ({ ...parse({}), ...actions(set) }), {
      name,
      storage: storageOf<Stored>(() => (isOfTab ? sessionStorage : localStorage)),
      partialize: usable,
      merge: (value, current) => ({ ...current, ...usable(value) }),
      skipHydration: true,
      version: 1,
      migrate: usable,
    }),
  )
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
  persist: {
    rehydrate: () => void | Promise<void>
    getOptions: () => { name?: string }
    hasHydrated: () => boolean
    onFinishHydration: (listener: () => void) => () => void
  }
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

/** False while rendering and until the store has been read from the browser: an unread cart is not an empty one. */
export function useIsRead(store: PersistedStore): boolean {
  return useSyncExternalStore(
    (listener) => store.persist.onFinishHydration(listener),
    () => store.persist.hasHydrated(),
    () => false,
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A record with a text in each of these fields. */
export function hasTexts(value: unknown, ...fields: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && fields.every((field) => typeof value[field] === 'string')
}

/** The usable items of a stored list. */
export function listOf<Item>(value: unknown, isUsable: (item: unknown) => item is Item): Item[] {
  return Array.isArray(value) ? value.filter(isUsable) : []
}
