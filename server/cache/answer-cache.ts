import type { Coding } from '#server/api/coding.ts'
import type { Computed, Kept } from '#server/api/kept.ts'
import type { Coded, StoredAnswer } from '#server/api/stored-answer.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import { firstChangeOf, mayServe, mayShare } from './freshness.ts'

/** What the list of a product's reviews shows: it changes with the reviews, not with the product. */
export const reviewsOf = (productId: string): string => `reviews of ${productId}`

export type AnswerCache = {
  /**
   * The cached response for this key, or a new one. Concurrent callers share one computation, which gets the entry that
   * it replaces. A result with the same bytes is not compressed again. Rejects as `compute` does. `isPart`: it becomes
   * part of another response, which must not start out stale because it contains one that is still being served for a
   * while.
   */
  get: (
    key: string,
    compute: (previous?: Kept) => Promise<Computed>,
    options?: { isPart?: boolean },
  ) => Promise<Kept>
  /** The cached response for this key, if it may become part of another without being computed; counts as a use. */
  part: (key: string) => Kept | undefined
  /** The cached response for this key in this coding, if it can be served immediately; counts as a use. */
  ready: (key: string, coding: Coding) => { kept: Kept; coded: Coded } | undefined
  /**
   * Invalidates what shows these products (or EVERY_PRODUCT, or `reviewsOf` some). `heardAtMs`: when the change was
   * heard, if it is not reported at once.
   */
  forget: (changed: readonly string[], heardAtMs?: number) => void
  /** Whether changes are heard at all. When that changes, everything may have changed. */
  setHearing: (isHearing: boolean) => void
  figures: () => CacheFigures
}

export type CacheFigures = { hits: number; misses: number; entries: number; bytes: number }

/** With the last known size of the response, and that of the entry as a whole. */
type Entry = Kept & { answerBytes: number; bytes: number }

/** `changed`: what was reported since it began, and when it was first heard. */
type Computing = { result: Promise<Kept>; changed: Map<string, number> }

/** Map entries, headers and names, on top of the bytes themselves. */
const ENTRY_OVERHEAD_BYTES = 1_000

/**
 * Caches responses that are the same for everybody, at most `maxBytes` of them; the least recently used is evicted first.
 * A response lives until it expires or something that it shows changes. `now` is in milliseconds.
 */
export function createAnswerCache({ maxBytes, now }: { maxBytes: number; now: () => number }): AnswerCache {
  /** In order of last use, since a Map keeps insertion order. */
  const entries = new Map<string, Entry>()
  const keysShowing = new Map<string, Set<string>>()
  const computing = new Map<string, Computing>()
  let isHearing = true
  const figures = { hits: 0, misses: 0, bytes: 0 }

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    figures.bytes -= entry.bytes
    for (const shown of entry.shows) {
      const keys = keysShowing.get(shown)
      keys?.delete(key)
      if (keys?.size === 0) keysShowing.delete(shown)
    }
  }

  function keep(key: string, kept: Kept): void {
    remove(key)
    entries.set(key, { ...kept, answerBytes: 0, bytes: 0 })
    for (const shown of kept.shows) {
      const keys = keysShowing.get(shown) ?? new Set()
      keysShowing.set(shown, keys.add(key))
    }
    weigh(key)
  }

  /** A response grows when it is compressed for its first reader; evicts what no longer fits. */
  function weigh(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entry.answerBytes = entry.answer.size()
    const bytes = entry.answerBytes + key.length * 2 + ENTRY_OVERHEAD_BYTES
    figures.bytes += bytes - entry.bytes
    entry.bytes = bytes
    for (const oldest of entries.keys()) {
      if (figures.bytes <= maxBytes) break
      remove(oldest)
    }
  }

  function compute(key: string, run: (previous?: Kept) => Promise<Computed>): Promise<Kept> {
    const computedAtMs = now()
    const changed = new Map<string, number>()
    const finish = async () => {
      try {
        const previous = entries.get(key)
        const computed = await run(previous)
        const answer = previous === undefined ? computed.answer : sameOr(computed.answer, previous.answer)
        // Readers get the old response until the new one is ready in the codings that they use.
        const wanted = entries.get(key)?.answer.codings() ?? []
        if (computed.lifeMs > 0 && wanted.length > 0)
          await Promise.all(wanted.map((coding) => answer.in(coding)))
        // A change during the computation may have been read before or after it happened: the next reader gets a newer
        // response. There must be no await between this and caching it, or a change would be missed.
        const staleSinceMs = firstChangeOf(computed, changed)
        const kept = { ...computed, answer, computedAtMs, staleSinceMs }
        if (kept.lifeMs > 0) keep(key, kept)
        else remove(key)
        return kept
      } finally {
        computing.delete(key)
      }
    }
    figures.misses++
    const result = finish()
    computing.set(key, { result, changed })
    return result
  }

  /** The entry, if it may be served right now. */
  function usable(key: string, onlyFresh = false): Entry | undefined {
    const entry = entries.get(key)
    const reading = { atMs: now(), isBeingRenewed: computing.has(key), onlyFresh, isHearing }
    return entry !== undefined && mayServe(entry, reading) ? entry : undefined
  }

  function hit(key: string, entry: Entry): void {
    figures.hits++
    entries.delete(key)
    entries.set(key, entry)
    if (entry.answer.size() !== entry.answerBytes) weigh(key)
  }

  /** What may be served right now, as a use of it. */
  function used(key: string, onlyFresh: boolean): Entry | undefined {
    const entry = usable(key, onlyFresh)
    if (entry !== undefined) hit(key, entry)
    return entry
  }

  function forget(changed: readonly string[], heardAtMs = now()): void {
    const isEverything = changed.includes(EVERY_PRODUCT)
    const keys = isEverything
      ? entries.keys()
      : [...changed, EVERY_PRODUCT].flatMap((shown) => [...(keysShowing.get(shown) ?? [])])
    for (const key of keys) {
      const entry = entries.get(key)
      if (entry !== undefined) entry.staleSinceMs = Math.min(entry.staleSinceMs ?? heardAtMs, heardAtMs)
    }
    for (const { changed: meanwhile } of computing.values()) {
      for (const shown of changed)
        meanwhile.set(shown, Math.min(meanwhile.get(shown) ?? heardAtMs, heardAtMs))
    }
  }

  return {
    get: async (key, run, { isPart = false } = {}) => {
      const entry = used(key, isPart)
      if (entry !== undefined) return entry
      const running = computing.get(key)
      if (running === undefined) return compute(key, run)
      const shared = await running.result
      if (mayShare(shared, { atMs: now(), isHearing })) return shared
      return computing.get(key)?.result ?? compute(key, run)
    },
    part: (key) => used(key, true),
    ready: (key, coding) => {
      const kept = usable(key)
      const coded = kept?.answer.readyIn(coding)
      if (kept === undefined || coded === undefined) return undefined
      hit(key, kept)
      return { kept, coded }
    },
    forget,
    setHearing: (hearing) => {
      isHearing = hearing
      forget([EVERY_PRODUCT])
    },
    figures: () => ({ ...figures, entries: entries.size }),
  }
}

/** A response with the same bytes as the previous one reuses its compressed forms. */
function sameOr(answer: StoredAnswer, before: StoredAnswer): StoredAnswer {
  const isSame = answer.status === before.status && answer.name === before.name
  return isSame ? before.renewed(answer.headers) : answer
}
