import type { Coding } from '#server/api/coding.ts'
import type { Coded, StoredAnswer } from './stored-answer.ts'

/** Stands for every product: what a list, a facet, a total or a search shows. */
export const EVERY_PRODUCT = '*'

export type Computed = {
  answer: StoredAnswer
  /** Ids of the products that it shows, or EVERY_PRODUCT. */
  shows: ReadonlySet<string>
  /** For how long it is true if nothing changes; with 0 it is not kept. */
  lifeMs: number
  /** Since when something that it was made of has changed, when that is known already. */
  staleSinceMs?: number | undefined
  /** What other answers it was made of, for whoever makes it again. */
  madeOf?: MadeOf
}

export type MadeOf = { atMs: number; parts: readonly Part[] }
/** An answer of the shop's own API, and the name of its bytes. */
export type Part = { path: string; init: RequestInit | undefined; name: string }

export type Kept = Computed & { computedAtMs: number }

export type AnswerCache = {
  /**
   * The kept answer of this key, or a new one. However many ask at once, it is computed once, and may look at the one that it
   * takes the place of. What comes out the same is not compressed again. Rejects as `compute` does.
   * `isPart`: it becomes part of another answer, which would begin its life as old as one that is still given for a while.
   */
  get: (
    key: string,
    compute: (previous?: Kept) => Promise<Computed>,
    options?: { isPart?: boolean },
  ) => Promise<Kept>
  /** The kept answer of this key in this coding, if it can be given at once; asked for by that. */
  ready: (key: string, coding: Coding) => { kept: Kept; coded: Coded } | undefined
  /**
   * Something of these products, or of EVERY_PRODUCT, is no longer as the kept answers show it. `heardAtMs`: when that was
   * heard, if it is not told at once.
   */
  forget: (changed: readonly string[], heardAtMs?: number) => void
  figures: () => CacheFigures
}

export type CacheFigures = { hits: number; misses: number; entries: number; bytes: number }

/** With what the answer had grown to, and with all that is kept beside it. */
type Entry = Kept & { answerBytes: number; bytes: number }

/** `changed`: what was told since it began, and when it was heard first. */
type Computing = { result: Promise<Kept>; changed: Map<string, number> }

/** A list of a shop that sells all the time would be computed for each sale; so often it is at most. */
const LIST_PAUSE_MS = 250
/** While a new answer is made the old one is still given, for so long: a change reaches every reader within a second. */
const BRIDGE_MS = 750
/** Map entries, headers and names beside the bytes themselves. */
const ENTRY_OVERHEAD_BYTES = 1_000

/**
 * Keeps answers that are the same for everybody, at most `maxBytes` of them; the least recently asked for goes first. An
 * answer lives until its own time is over or something that it shows changes. `now` in milliseconds.
 */
export function createAnswerCache({ maxBytes, now }: { maxBytes: number; now: () => number }): AnswerCache {
  /** In the order of their last use: a Map keeps that of insertion. */
  const entries = new Map<string, Entry>()
  const keysShowing = new Map<string, Set<string>>()
  const computing = new Map<string, Computing>()
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

  /** An answer grows when it is compressed for its first reader; what has become too much is let go. */
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
        // Until it is there as its readers take it they are given the old one.
        const wanted = entries.get(key)?.answer.codings() ?? []
        if (computed.lifeMs > 0) await Promise.all(wanted.map((coding) => answer.in(coding)))
        // What changed meanwhile may have been read before or after: the next reader gets a newer one. Nothing is waited for
        // between this and keeping it: a change would be missed.
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

  /** The entry, if it may be given at this moment without a look at the database. */
  function usable(key: string): Entry | undefined {
    const entry = entries.get(key)
    const atMs = now()
    if (entry === undefined || atMs >= entry.computedAtMs + entry.lifeMs) return undefined
    if (entry.staleSinceMs === undefined) return entry
    const isPausing = entry.shows.has(EVERY_PRODUCT) && atMs - entry.computedAtMs < LIST_PAUSE_MS
    const isBridging = computing.has(key) && atMs - entry.staleSinceMs < BRIDGE_MS
    return isPausing || isBridging ? entry : undefined
  }

  function hit(key: string, entry: Entry): void {
    figures.hits++
    entries.delete(key)
    entries.set(key, entry)
    if (entry.answer.size() !== entry.answerBytes) weigh(key)
  }

  return {
    get: async (key, run, { isPart = false } = {}) => {
      const entry = usable(key)
      if (entry === undefined || (isPart && entry.staleSinceMs !== undefined))
        return computing.get(key)?.result ?? compute(key, run)
      hit(key, entry)
      return entry
    },
    ready: (key, coding) => {
      const kept = usable(key)
      const coded = kept?.answer.readyIn(coding)
      if (kept === undefined || coded === undefined) return undefined
      hit(key, kept)
      return { kept, coded }
    },
    forget: (changed, heardAtMs = now()) => {
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
    },
    figures: () => ({ ...figures, entries: entries.size }),
  }
}

/** An answer of the same bytes as the one before takes over what is compressed of them. */
function sameOr(answer: StoredAnswer, before: StoredAnswer): StoredAnswer {
  const isSame = answer.status === before.status && answer.name === before.name
  return isSame ? before.renewed(answer.headers) : answer
}

/** When the first change of what it shows was heard: not always the one that was told first. */
function firstChangeOf(
  { shows, staleSinceMs }: Computed,
  changed: ReadonlyMap<string, number>,
): number | undefined {
  let firstMs = staleSinceMs
  for (const [product, heardAtMs] of changed) {
    const isShown = product === EVERY_PRODUCT || shows.has(EVERY_PRODUCT) || shows.has(product)
    if (isShown) firstMs = Math.min(firstMs ?? heardAtMs, heardAtMs)
  }
  return firstMs
}
