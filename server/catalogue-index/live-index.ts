import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import { CatalogueIndex } from './catalogue-index.ts'
import { watchLedger } from './ledger-watch.ts'
import { type CatalogueSource, PAGE_PRODUCTS } from './source.ts'

/** The catalogue index of this process, which follows the database. */
export type LiveIndex = {
  /** The index with all changes applied so far. The first call loads it, and so does each call after a failed load. */
  read: () => Promise<CatalogueIndex>
  /** Whether every change is notified and applied. If not, the index may be behind the database. */
  isCurrent: () => boolean
  /** Applies changes of these products, or of EVERY_PRODUCT; resolves when done. */
  take: (changed: readonly string[]) => Promise<void>
  /** Whether changes are reported at all; what was missed meanwhile must be passed to `take`. */
  setHearing: (isHearing: boolean) => void
  /** How long ago the data was read, if changes may have been missed since; otherwise 0. */
  behindMs: () => number
  /** Resolves once all changes reported so far are applied. */
  settled: () => Promise<void>
  /** Calls back with products whose changes it found by itself, without a notification. */
  onFound: (found: (ids: readonly string[]) => void) => void
  stop: () => Promise<void>
}

/** One pass over every product, in id order. */
type Reading = {
  beganMs: number
  afterId: string
  /** Those that are indexed and not read yet: those left at the end are gone. */
  unread: Set<string>
}

const RETRY_MS = 1_000

export function createLiveIndex({ source, log }: { source: CatalogueSource; log: Logger }): LiveIndex {
  const index = new CatalogueIndex()
  const stopping = new AbortController()
  const changed = new Set<string>()
  let isReadingDue = false
  let reading: Reading | undefined
  let isLoaded = false
  let loading: Promise<void> | undefined
  let applying: Promise<void> | undefined
  /** Since when every change is notified; undefined while the connection is lost. */
  let hearingSinceMs: number | undefined = Number.NEGATIVE_INFINITY
  /** The time up to which nothing was missed; undefined if nothing was missed at all. */
  let completeUntilMs: number | undefined
  let stopWatching: (() => void) | undefined
  const listeners: ((ids: readonly string[]) => void)[] = []

  /** Statements follow each other, so that no row overwrites a newer one. Changes come first: a full pass may take a while. */
  async function step(): Promise<void> {
    if (changed.size > 0) await readChanged()
    else await readNextPage()
  }

  async function readChanged(): Promise<void> {
    const ids = [...changed].slice(0, PAGE_PRODUCTS)
    for (const id of ids) changed.delete(id)
    try {
      const entries = await source.readEntries(ids)
      const found = new Set(entries.map(({ id }) => id))
      index.put(entries)
      index.remove(ids.filter((id) => !found.has(id)))
      for (const id of ids) reading?.unread.delete(id)
    } catch (error) {
      for (const id of ids) changed.add(id)
      throw error
    }
  }

  async function readNextPage(): Promise<void> {
    if (reading === undefined) {
      isReadingDue = false
      reading = { beganMs: performance.now(), afterId: '', unread: new Set(index.ids()) }
    }
    const current = reading
    const entries = await source.readPage(current.afterId)
    index.put(entries)
    for (const { id } of entries) current.unread.delete(id)
    current.afterId = entries.at(-1)?.id ?? current.afterId
    if (entries.length === PAGE_PRODUCTS) return
    index.remove([...current.unread])
    const heardAll = hearingSinceMs !== undefined && hearingSinceMs <= current.beganMs
    completeUntilMs = heardAll ? undefined : current.beganMs
    reading = undefined
  }

  const isBehind = () => changed.size > 0 || isReadingDue || reading !== undefined

  async function load(): Promise<void> {
    stopWatching ??= await watchLedger({ source, log, onMoved })
    isReadingDue = true
    while (isBehind()) {
      stopping.signal.throwIfAborted()
      await step()
    }
    isLoaded = true
  }

  function loadOnce(): Promise<void> {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function applyAll(): Promise<void> {
    while (isBehind() && !stopping.signal.aborted) {
      await step().catch(async (error: unknown) => {
        log.warn({ err: error }, 'changed products could not be read; they are tried again')
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      })
    }
    // Nothing is awaited between the last check and this, so whatever is added from now on starts a new run.
    applying = undefined
  }

  async function take(ids: readonly string[]): Promise<void> {
    // Nothing is loaded yet that could be stale.
    if (!isLoaded && loading === undefined) return
    if (ids.includes(EVERY_PRODUCT)) isReadingDue = true
    else for (const id of ids) changed.add(id)
    if (!isLoaded) return loading?.catch(() => {})
    applying ??= applyAll()
    await applying
  }

  async function onMoved(ids: readonly string[]): Promise<void> {
    await take(ids)
    for (const tell of listeners) tell(ids)
  }

  return {
    read: async () => {
      if (!isLoaded) await loadOnce()
      return index
    },
    isCurrent: () => completeUntilMs === undefined && applying === undefined,
    take,
    setHearing: (isHearing) => {
      hearingSinceMs = isHearing ? performance.now() : undefined
      if (!isHearing) completeUntilMs ??= performance.now()
    },
    behindMs: () => (completeUntilMs === undefined ? 0 : performance.now() - completeUntilMs),
    settled: async () => applying,
    onFound: (found) => {
      listeners.push(found)
    },
    stop: async () => {
      stopping.abort()
      await applying
      await loading?.catch(() => {})
      // Last, since a first load begins by setting it.
      stopWatching?.()
    },
  }
}
