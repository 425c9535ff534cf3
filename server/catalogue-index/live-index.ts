import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import { CatalogueIndex } from './catalogue-index.ts'
import type { Entry } from './entry.ts'

/** So many products are read and indexed at a time: some milliseconds of work. */
export const PAGE_PRODUCTS = 200

/** Where the index reads products from. */
export type CatalogueSource = {
  /** The next PAGE_PRODUCTS listed products, in the order of their ids. */
  readPage: (afterId: string) => Promise<Entry[]>
  /** Up to PAGE_PRODUCTS products in their present state, without those that are unknown or not listed. */
  readEntries: (ids: readonly string[]) => Promise<Entry[]>
}

/** One pass over every product, in id order. */
type Reading = {
  beganMs: number
  afterId: string
  /** Those that are indexed and not read yet: those left at the end are gone. */
  unread: Set<string>
}

const RETRY_MS = 1_000

export type LiveIndex = ReturnType<typeof createLiveIndex>

/** The catalogue index of this process, which follows the database. */
export function createLiveIndex({ source, log }: { source: CatalogueSource; log: Logger }) {
  const index = new CatalogueIndex()
  const stopping = new AbortController()
  const changed = new Set<string>()
  let isReadingDue = false
  let reading: Reading | undefined
  let isLoaded = false
  let applying: Promise<void> | undefined
  /** Since when every change is notified; undefined while the connection is lost. */
  let listeningSinceMs: number | undefined = Number.NEGATIVE_INFINITY
  /** The time up to which nothing was missed; undefined if nothing was missed at all. */
  let completeUntilMs: number | undefined

  const isBehind = () => changed.size > 0 || isReadingDue || reading !== undefined

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
    const isComplete = listeningSinceMs !== undefined && listeningSinceMs <= current.beganMs
    completeUntilMs = isComplete ? undefined : current.beganMs
    reading = undefined
  }

  /** A first load that fails is its reader's error; what fails later is tried again. */
  async function applyAll(): Promise<void> {
    try {
      while (isBehind() && !stopping.signal.aborted) {
        await step().catch(async (error: unknown) => {
          if (!isLoaded) throw error
          log.warn({ err: error }, 'changed products could not be read; they are tried again')
          await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
        })
      }
      isLoaded ||= !isBehind()
    } finally {
      // Nothing is awaited between the last check and this, so whatever is added from now on starts a new run.
      applying = undefined
    }
  }

  return {
    /** The index with all changes applied so far. The first call loads it, and so does each call after a failed load. */
    read: async (): Promise<CatalogueIndex> => {
      if (isLoaded) return index
      if (applying === undefined) {
        isReadingDue = true
        applying = applyAll()
      }
      await applying
      stopping.signal.throwIfAborted()
      return index
    },
    /** Whether every change is notified and applied. If not, the index may be behind the database. */
    isCurrent: () => completeUntilMs === undefined && applying === undefined,
    /** Applies changes of these products, or of EVERY_PRODUCT; resolves when done. */
    apply: async (ids: readonly string[]): Promise<void> => {
      // Nothing is read yet that could be stale.
      if (!isLoaded && applying === undefined) return
      if (ids.includes(EVERY_PRODUCT)) isReadingDue = true
      else for (const id of ids) changed.add(id)
      applying ??= applyAll()
      await applying.catch(() => {})
    },
    /** Whether changes are notified at all; what was missed meanwhile must be passed to `apply`. */
    setListening: (isListening: boolean): void => {
      listeningSinceMs = isListening ? performance.now() : undefined
      if (!isListening) completeUntilMs ??= performance.now()
    },
    /** How long ago the data was read, if changes may have been missed since; otherwise 0. */
    behindMs: () => (completeUntilMs === undefined ? 0 : performance.now() - completeUntilMs),
    /** Resolves once all changes reported so far are applied. */
    settled: async () => applying,
    stop: async () => {
      stopping.abort()
      await applying?.catch(() => {})
    },
  }
}
