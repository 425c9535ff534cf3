import { PRICE_FILTER_MAX_NAIRA, PRICE_FILTER_STEP_NAIRA } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'

/** The two fields as they stand, while somebody types. */
export type PriceDraft = { from: string; to: string }

export type PriceRange = { minPrice?: number | undefined; maxPrice?: number | undefined }

/**
 * What two fields or handles mean as a filter: whole steps within the range, the smaller one first. An end of the range
 * means no limit, and so does a field that is empty or not a number.
 */
export function readPriceRange(from: string, to: string): PriceRange {
  const [low, high] = [steppedOf(from) ?? 0, steppedOf(to) ?? PRICE_FILTER_MAX_NAIRA].sort((a, b) => a - b)
  return {
    minPrice: low === 0 ? undefined : low,
    maxPrice: high === PRICE_FILTER_MAX_NAIRA ? undefined : high,
  }
}

/** Whether the higher field is below the lower one, as it is for a moment while somebody types. */
export function isReversed(from: string, to: string): boolean {
  return (steppedOf(from) ?? 0) > (steppedOf(to) ?? PRICE_FILTER_MAX_NAIRA)
}

function steppedOf(text: string): number | undefined {
  const amount = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(amount)) return undefined
  const stepped = Math.round(amount / PRICE_FILTER_STEP_NAIRA) * PRICE_FILTER_STEP_NAIRA
  return Math.min(Math.max(stepped, 0), PRICE_FILTER_MAX_NAIRA)
}

export function priceLabel({ minPrice, maxPrice }: PriceRange): string {
  if (minPrice === undefined) return `Up to ${formatNaira(maxPrice ?? 0)}`
  return maxPrice === undefined
    ? `From ${formatNaira(minPrice)}`
    : `${formatNaira(minPrice)} – ${formatNaira(maxPrice)}`
}
