import type { StoredAnswer } from './stored-answer.ts'

/** A finished response that is the same for everybody, and how long it stays valid. */
export type Computed = {
  answer: StoredAnswer
  /** Ids of the products that it shows, EVERY_PRODUCT, or `reviewsOf` a product. */
  shows: ReadonlySet<string>
  /** How long it is valid if nothing changes; with 0 it is not cached. */
  lifeMs: number
  /** Never served once a change to it was heard: its readers must see what they have just written. */
  isStrict?: boolean
  /** Since when something it was built from has changed, if that is already known. */
  staleSinceMs?: number | undefined
  /** The other responses it was built from, for rebuilding it. */
  madeOf?: MadeOf
}

export type MadeOf = { atMs: number; parts: readonly Part[] }
/** A response of the shop's own API, and the name of its bytes. */
export type Part = { path: string; init: RequestInit | undefined; name: string }

export type Kept = Computed & { computedAtMs: number }

/** What a handler declares about its response with `context.set('keep', …)`; a response without it is not cached. */
export type Keeping = {
  shows: ReadonlySet<string>
  lifeMs: number
  isStrict?: boolean
  /** The response, if the handler has it as text, and the value that it was written from. */
  whole?: Written & { headers: Readonly<Record<string, string>> }
}

/** A value and its JSON. */
export type Written = { value: unknown; text: string }

/**
 * The cache key of a response, the query parameters that determine it, and the pattern of the route that took the
 * request.
 */
export type KeptAs = { key: string; parameters: ReadonlySet<string>; route: string }
