import type { Discount } from '#shared/contract/product.ts'

/**
 * Shown stock and prices are never more than 60 s old (I25), and may be 15 s old when a response is computed: so long does it
 * take to notice that a connection on which changes are heard was lost without a word.
 */
const FRESH_S = 45
/** Time in transit before a cache starts to count. */
const TRANSIT_S = 1

/**
 * How many seconds a response that shows these products may be cached: 45 at most, and not past the end of a
 * discount.
 */
export function cacheLifeS(shown: readonly { discount: Discount | null }[], now: Date): number {
  const expiries = shown.flatMap(({ discount }) =>
    discount?.expiresAt ? [Date.parse(discount.expiresAt)] : [],
  )
  const untilFirstS = Math.floor((Math.min(...expiries) - now.getTime()) / 1000) - TRANSIT_S
  return Math.max(0, Math.min(FRESH_S, untilFirstS))
}
