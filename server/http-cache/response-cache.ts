/**
 * Finished responses, cached in front of the app.
 *
 * - A handler whose response is the same for everybody says so by `cacheFor` (server/http/cache-for.ts): how long it lives, and
 *   which products it shows (its tags). A page shows what the API responses show that it is rendered from.
 * - `public-address.ts` lists such addresses and normalises them: what nothing reads in a query is dropped, so that it
 *   neither misses nor fills the cache. Searches are counted by the app and never cached.
 * - `serve-cached.ts` is the server's listener. It replies from here, or asks the app once for all who want the same.
 * - `finished-response.ts` holds a response's bytes by coding, its ETag, and what a client gets of it (304, HEAD).
 * - This file decides what may still be served. A change is notified by the database in every process
 *   (server/product/subscribe-to-changes.ts) and makes what shows it stale. The first to ask computes it again; others get the
 *   stale response meanwhile, for less than a second. A list that was computed a moment ago is served first.
 * - While no notifications arrive, responses live for 45 s at most and everything is read again every 20 s (I25: what is shown
 *   is never older than a minute), and strict ones are computed for each reader.
 * - The least recently used leave first once `CACHE_MB` is full. Nothing that decides about money reads this cache.
 */
import { LRUCache } from 'lru-cache'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Lifetime } from '#server/http/cache-for.ts'
import { encodeIn, type FinishedResponse, sizeOf } from './finished-response.ts'

/** Without a lifetime it is not cached. */
export type Computed = { response: FinishedResponse; lifetime: Lifetime | undefined }

export type CachedResponse = Computed & {
  computedAtMs: number
  /** When the first change to what it shows was notified. */
  staleSinceMs: number | undefined
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/** `changed`: what was notified since it began, and when it was first. */
type Computation = { result: Promise<CachedResponse>; changed: Map<string, number> }

/** A busy shop would compute a list on every sale: at most once in this time. */
const LIST_PAUSE_MS = 250
/** The stale response is served for this long while a new one is computed: a change reaches every reader within a second. */
const STALE_MS = 750
/** Map entries, headers and names, on top of the bytes themselves. */
const ENTRY_OVERHEAD_BYTES = 1_000

/** Caches at most `maxBytes` of finished responses, the least recently used leave first. `now` is in milliseconds. */
export function createResponseCache({ maxBytes, now }: { maxBytes: number; now: () => number }) {
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ response }, key) => sizeOf(response) + key.length * 2 + ENTRY_OVERHEAD_BYTES,
  })
  const computations = new Map<string, Computation>()
  let isListening = true
  const figures = { hits: 0, misses: 0 }

  function mayServe(key: string, { lifetime, computedAtMs, staleSinceMs }: CachedResponse): boolean {
    if (lifetime === undefined) return false
    const ageMs = now() - computedAtMs
    // Negative when the clock was set back: everything would live for that much longer.
    if (ageMs < 0 || ageMs >= lifetime.seconds * 1_000) return false
    if (lifetime.isStrict) return isListening && staleSinceMs === undefined
    if (staleSinceMs === undefined) return true
    const isPausing = lifetime.tags.includes(EVERY_PRODUCT) && ageMs < LIST_PAUSE_MS
    return isPausing || (computations.has(key) && isRecent(staleSinceMs))
  }

  const isRecent = (notifiedAtMs: number) => Math.abs(now() - notifiedAtMs) < STALE_MS

  /**
   * Whether a reader may get what was being computed when it asked. If something changed meanwhile, a strict response may
   * lack what this reader has just written. Any other may be a moment older than the change.
   */
  function mayShare({ lifetime, staleSinceMs }: CachedResponse): boolean {
    if (lifetime?.isStrict) return isListening && staleSinceMs === undefined
    return staleSinceMs === undefined || isRecent(staleSinceMs)
  }

  function begin(key: string, compute: () => Promise<Computed>): Promise<CachedResponse> {
    figures.misses++
    const computedAtMs = now()
    const changed = new Map<string, number>()
    const finish = async () => {
      try {
        const computed = await compute()
        // Readers get the old response until the new one is ready in the codings that they use.
        const wanted = entries.peek(key)?.response.compressing.keys() ?? []
        if (computed.lifetime) await Promise.all([...wanted].map((each) => encodeIn(computed.response, each)))
        // A change during the computation may or may not be in it: the next reader gets a newer response. Nothing is awaited
        // between this and storing it, or a change would be missed.
        const cached = { ...computed, computedAtMs, staleSinceMs: firstChange(computed.lifetime, changed) }
        if ((computed.lifetime?.seconds ?? 0) > 0) entries.set(key, cached)
        else entries.delete(key)
        return cached
      } finally {
        computations.delete(key)
      }
    }
    const result = finish()
    computations.set(key, { result, changed })
    return result
  }

  /** The response for this key if it may be served at once; counts as a use. */
  function find(key: string): CachedResponse | undefined {
    const entry = entries.get(key)
    if (entry === undefined || !mayServe(key, entry)) return undefined
    figures.hits++
    return entry
  }

  /** Marks what shows these products (or EVERY_PRODUCT, or `reviewsOf` some) as changed, by default just now. */
  function invalidate(changed: readonly string[], notifiedAtMs = now()): void {
    const all = new Set(changed)
    for (const entry of entries.values()) {
      if (isShownBy(entry.lifetime, all))
        entry.staleSinceMs = Math.min(entry.staleSinceMs ?? notifiedAtMs, notifiedAtMs)
    }
    for (const { changed: meanwhile } of computations.values())
      for (const tag of changed)
        meanwhile.set(tag, Math.min(meanwhile.get(tag) ?? notifiedAtMs, notifiedAtMs))
  }

  return {
    find,
    /** The same or a new one: concurrent callers share one computation. Rejects as `compute` does. */
    get: async (key: string, compute: () => Promise<Computed>): Promise<CachedResponse> => {
      const found = find(key)
      if (found !== undefined) return found
      const running = computations.get(key)
      if (running === undefined) return begin(key, compute)
      const shared = await running.result
      if (mayShare(shared)) return shared
      return computations.get(key)?.result ?? begin(key, compute)
    },
    invalidate,
    /** Whether changes are notified at all. When that changes, everything may have changed. */
    setListening: (listening: boolean): void => {
      isListening = listening
      invalidate([EVERY_PRODUCT])
    },
    figures: () => ({ ...figures, entries: entries.size, bytes: entries.calculatedSize }),
  }
}

function isShownBy(lifetime: Lifetime | undefined, changed: ReadonlySet<string>): boolean {
  if (changed.has(EVERY_PRODUCT)) return true
  return lifetime?.tags.some((tag) => tag === EVERY_PRODUCT || changed.has(tag)) ?? false
}

/** When the first change to what it shows was notified, which is not always the one reported first. */
function firstChange(
  lifetime: Lifetime | undefined,
  changed: ReadonlyMap<string, number>,
): number | undefined {
  const times = [...changed].flatMap(([tag, atMs]) => (isShownBy(lifetime, new Set([tag])) ? [atMs] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}
