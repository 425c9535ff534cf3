import { sharedFor } from '#server/http/cache-control.ts'
import type { Discount } from '#shared/contract/product.ts'
import { QUERY_FRESH_MS } from '#shared/limits.ts'

/** Shown stock and prices are never older (I25). */
const SHOWN_S = 60
/** How long it may take to notice that the connection for notifications is lost (server/db/listen.ts). */
const UNNOTICED_S = 15
/** A page may spend the rest in caches. A response of the API may not: a browser treats it as current from its arrival on. */
const FRESH_S = SHOWN_S - UNNOTICED_S
const QUERY_FRESH_S = QUERY_FRESH_MS / 1000
/** Time in transit before a cache starts to count. */
const TRANSIT_S = 1

/**
 * How long a response that shows these products may be cached: less by as much as the index that it was made of was behind, and
 * not past the end of a discount.
 */
export function cacheLife(
  shown: readonly { discount: Discount | null }[],
  { now, behindMs }: { now: Date; behindMs: number },
): { seconds: number; cacheControl: string } {
  const expiries = shown.flatMap(({ discount }) =>
    discount?.expiresAt ? [Date.parse(discount.expiresAt)] : [],
  )
  const untilFirstS = Math.floor((Math.min(...expiries) - now.getTime()) / 1000) - TRANSIT_S
  const upTo = (mostS: number) => Math.max(0, Math.min(mostS, untilFirstS))
  const freshS = FRESH_S - Math.ceil(behindMs / 1000)
  return { seconds: upTo(freshS), cacheControl: sharedFor(upTo(freshS - QUERY_FRESH_S) * 1000) }
}
