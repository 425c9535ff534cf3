import { PRICE_FILTER_MAX_NAIRA, PRICE_FILTER_STEP_NAIRA } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'
import type { PriceRange } from './price-range.ts'

/** Where the slider ends: just above the highest price, in a round number, so that all of the track has prices. */
export function sliderEnd(highest: number): number {
  if (highest <= 0) return PRICE_FILTER_MAX_NAIRA
  const round = Math.max(10 ** (Math.floor(Math.log10(highest)) - 1), PRICE_FILTER_STEP_NAIRA)
  return Math.min(Math.ceil(highest / round) * round, PRICE_FILTER_MAX_NAIRA)
}

/** Between them lie the ranges that are offered: 10,000, 20,000, 50,000, 100,000. */
const BOUNDS = [1, 2, 5]
  .flatMap((digit) => [1_000, 10_000, 100_000].map((unit) => digit * unit))
  .sort((a, b) => a - b)

/** The ranges of one press, from the lowest price to the highest; none where all cost about the same. */
export function priceChips(lowest: number, highest: number): PriceRange[] {
  const inside = BOUNDS.filter((bound) => bound > lowest && bound < highest)
  return inside.length === 0
    ? []
    : [undefined, ...inside].map((bound, place) => ({ minPrice: bound, maxPrice: inside[place] }))
}

/** "₦10k" where the thousands are whole. */
const short = (naira: number) => (naira % 1_000 === 0 ? `₦${naira / 1_000}k` : formatNaira(naira))

export function chipLabel({ minPrice, maxPrice }: PriceRange): string {
  if (minPrice === undefined) return `Under ${short(maxPrice ?? 0)}`
  return maxPrice === undefined
    ? `${short(minPrice)} and up`
    : `${short(minPrice)}–${short(maxPrice).slice(1)}`
}
