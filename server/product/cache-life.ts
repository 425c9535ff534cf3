import { sharedFor } from '#server/api/cache-control.ts'
import type { Discount } from '#shared/contract/product.ts'
import { QUERY_FRESH_MS } from '#shared/limits.ts'

/** Shown stock and prices are never older (I25). */
const SHOWN_S = 60
/** So long it may take to notice that a connection on which changes are heard was lost without a word (server/db/listen.ts). */
const UNNOTICED_S = 15
/** A page may spend the rest in caches. A response of the API may not: the browser takes it for current from its arrival on. */
const FRESH_S = SHOWN_S - UNNOTICED_S
const ON_THE_WAY_S = FRESH_S - QUERY_FRESH_MS / 1000
/** Time in transit before a cache starts to count. */
const TRANSIT_S = 1

/** How long a response that shows these products may be cached; in any case not past the end of a discount. */
export function cacheLife(
  shown: readonly { discount: Discount | null }[],
  now: Date,
): { seconds: number; cacheControl: string } {
  const expiries = shown.flatMap(({ discount }) =>
    discount?.expiresAt ? [Date.parse(discount.expiresAt)] : [],
  )
  const untilFirstS = Math.floor((Math.min(...expiries) - now.getTime()) / 1000) - TRANSIT_S
  const seconds = Math.max(0, Math.min(FRESH_S, untilFirstS))
  return { seconds, cacheControl: sharedFor(Math.min(seconds, ON_THE_WAY_S) * 1000) }
}
