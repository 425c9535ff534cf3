import type { Context } from 'hono'

/** How long the shop itself caches a response, and what it shows. */
export type Lifetime = {
  /** Ids of the products that it shows, EVERY_PRODUCT, or `reviewsOf` a product. */
  tags: readonly string[]
  seconds: number
  /** Never served once something that it shows has changed: its readers must see what they have just written. */
  isStrict: boolean
}

/** Carries a response's lifetime from its handler to the cache, which removes it before the response is sent. */
const HEADER = 'Shop-Cache'

/** What the list of a product's reviews shows: it changes with the reviews, not with the product. */
export const reviewsOf = (productId: string): string => `reviews of ${productId}`

/** Declares a response that is the same for everybody. `cacheControl` is the header for browsers and caches on the way. */
export function cacheFor(
  context: Context,
  {
    cacheControl,
    isStrict = false,
    ...lifetime
  }: Omit<Lifetime, 'isStrict'> & {
    cacheControl: string
    isStrict?: boolean
  },
): void {
  context.header('Cache-Control', cacheControl)
  context.header(...lifetimeHeader({ ...lifetime, isStrict }))
}

/** A header has no room for letters beyond Latin-1, which an id may contain. */
export function lifetimeHeader(lifetime: Lifetime): [name: string, value: string] {
  return [HEADER, encodeURIComponent(JSON.stringify(lifetime))]
}

/** Undefined for a response that must not be cached. */
export function lifetimeOf({ status, headers }: Pick<Response, 'status' | 'headers'>): Lifetime | undefined {
  const value = headers.get(HEADER)
  return status !== 200 || value === null ? undefined : JSON.parse(decodeURIComponent(value))
}

export function removeLifetime(headers: Headers): void {
  headers.delete(HEADER)
}

/** For what stands at an address of its own: whatever replaces it gets another. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** For browsers and caches on the way. */
export function publicFor(seconds: number): string {
  return `public, max-age=${seconds}`
}

/**
 * For caches on the way only: browsers ask again each time. Half of the lifetime counts as fresh, half is for fetching a newer
 * response meanwhile.
 */
export function sharedFor(lifeMs: number): string {
  const halfS = Math.floor(lifeMs / 2_000)
  return `public, max-age=0, s-maxage=${halfS}, stale-while-revalidate=${halfS}`
}
