import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/db/connection.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { CatalogueIndex } from './index/catalogue-index.ts'
import { loadIndex } from './index-load.ts'
import { readProductsById } from './index-store.ts'
import { watchLedger } from './ledger-watch.ts'

/** The catalogue index of this process, kept in sync with the database. */
export type LiveIndex = {
  /** The index with all changes applied so far. The first call loads it, and so does each call after a failed load. */
  read: () => Promise<CatalogueIndex>
  /** Whether all changes are heard, and all that were heard are applied. If not, the index may be behind the database. */
  isCurrent: () => boolean
  /** Applies changes of these products, or of EVERY_PRODUCT; resolves when done. */
  take: (changed: readonly string[]) => Promise<void>
  /** Whether changes are reported at all; what was missed meanwhile must be passed to `take`. */
  setHearing: (isHearing: boolean) => void
  /** How long ago the data was read, if changes may have been missed since; otherwise 0. */
  behindMs: () => number
  /** Resolves once all changes reported so far are applied. */
  settled: () => Promise<void>
  /** Calls back with products whose changes it found by itself, without having been told. */
  onFound: (found: (ids: readonly string[]) => void) => void
  stop: () => Promise<void>
}

const READ_AT_ONCE = 500
const RETRY_MS = 1_000
/**
 * Words and cards of removed products stay until the index is rebuilt, which pays off once unused ordinals outnumber
 * products by this many.
 */
const UNUSED_MIN = 1_000

export function createLiveIndex({ db, log }: { db: Database; log: Logger }): LiveIndex {
  const stopping = new AbortController()
  let index: CatalogueIndex | undefined
  let loading: Promise<CatalogueIndex> | undefined
  /** Changes during a load, which may have read these products before they changed. */
  let changedMeanwhile = new Set<string>()
  const pending = new Set<string>()
  let taking: Promise<void> | undefined
  let reloading: Promise<void> | undefined
  let isReloadStale = false
  /** Since when every change is heard; undefined while none is. */
  let hearingSinceMs: number | undefined = Number.NEGATIVE_INFINITY
  /** The time up to which nothing was missed; undefined if nothing was missed at all. */
  let completeUntilMs: number | undefined
  let stopWatching: (() => void) | undefined
  const listeners: ((ids: readonly string[]) => void)[] = []

  async function load(): Promise<CatalogueIndex> {
    changedMeanwhile = new Set()
    const beganMs = performance.now()
    stopWatching ??= await watchLedger({ db, log, onMoved })
    const made = await loadIndex(db, stopping.signal)
    while (changedMeanwhile.size > 0) await refresh(made, takeSome(changedMeanwhile))
    index = made
    const wasHearing = hearingSinceMs !== undefined && hearingSinceMs <= beganMs
    completeUntilMs = wasHearing ? undefined : beganMs
    return made
  }

  function loadOnce(): Promise<CatalogueIndex> {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function refresh(into: CatalogueIndex, ids: readonly string[]): Promise<void> {
    const products = await readProductsById(db, ids)
    const found = new Set(products.map(({ id }) => id))
    into.put(products)
    into.remove(ids.filter((id) => !found.has(id)))
  }

  async function takePending(): Promise<void> {
    while (pending.size > 0 && index !== undefined && !stopping.signal.aborted) {
      const ids = takeSome(pending)
      await refresh(index, ids).catch(async (error: unknown) => {
        log.warn(
          { err: error, products: ids.length },
          'changed products could not be read; they are tried again',
        )
        for (const id of ids) pending.add(id)
        await pause()
      })
    }
    // In the same turn as the last look at `pending`: whatever is added from now on starts anew.
    taking = undefined
    if (index !== undefined && index.unusedOrdinals > UNUSED_MIN + index.count) void reload()
  }

  function takeNamed(ids: readonly string[]): Promise<void> {
    for (const id of ids) pending.add(id)
    taking ??= takePending()
    return taking
  }

  /** Rebuilds the index while the old one goes on serving. */
  function reload(): Promise<void> {
    isReloadStale = true
    reloading ??= (async () => {
      while (isReloadStale && !stopping.signal.aborted) {
        // A load in progress may have read the data before it changed.
        await loading?.catch(() => {})
        isReloadStale = false
        await loadOnce().catch(async (error: unknown) => {
          log.warn({ err: error }, 'the catalogue could not be read; it is tried again')
          isReloadStale = true
          await pause()
        })
      }
      reloading = undefined
    })()
    return reloading
  }

  async function take(changed: readonly string[]): Promise<void> {
    // Nothing is loaded yet that could be stale.
    if (index === undefined && loading === undefined) return
    if (changed.includes(EVERY_PRODUCT)) return reload()
    if (loading !== undefined) for (const id of changed) changedMeanwhile.add(id)
    if (index === undefined) await loading?.catch(() => {})
    else await takeNamed(changed)
  }

  async function onMoved(ids: readonly string[]): Promise<void> {
    await take(ids)
    for (const tell of listeners) tell(ids)
  }

  const pause = () => sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})

  return {
    read: async () => index ?? loadOnce(),
    isCurrent: () => completeUntilMs === undefined && reloading === undefined && taking === undefined,
    take,
    setHearing: (isHearing) => {
      hearingSinceMs = isHearing ? performance.now() : undefined
      if (!isHearing) completeUntilMs ??= performance.now()
    },
    behindMs: () => (completeUntilMs === undefined ? 0 : performance.now() - completeUntilMs),
    settled: async () => {
      await taking
      await reloading
    },
    onFound: (found) => {
      listeners.push(found)
    },
    stop: async () => {
      stopping.abort()
      await taking
      await reloading
      await loading?.catch(() => {})
      // Last, since a first load begins by setting it.
      stopWatching?.()
    },
  }
}

/** Removes and returns up to READ_AT_ONCE entries of the set. */
function takeSome(set: Set<string>): string[] {
  const some = [...set.values().take(READ_AT_ONCE)]
  for (const each of some) set.delete(each)
  return some
}
