import type { Discount } from './contract/product.ts'
import { type Kobo, nairaFromKobo, nearestKobo } from './naira.ts'

/** A discount in integers: `value` is kobo for 'fixed' and hundredths of a percent (2500 = 25 %) for 'percentage'. */
export type DiscountRule = { type: 'fixed' | 'percentage'; value: number; expiresAtMs: number | null }

/** A discount is active up to and including the instant at which it expires. */
export function isDiscountActive(discount: Pick<DiscountRule, 'expiresAtMs'> | null, nowMs: number): boolean {
  return discount !== null && (discount.expiresAtMs === null || nowMs <= discount.expiresAtMs)
}

/**
 * The price to charge, in kobo: the list price less an active discount, never below 0.
 * A percentage is rounded half up to whole kobo, once, on the discount taken off.
 */
export function salePriceKobo(listKobo: Kobo, discount: DiscountRule | null, nowMs: number): Kobo {
  if (discount === null || !isDiscountActive(discount, nowMs)) return listKobo
  const off = discount.type === 'fixed' ? discount.value : roundedShare(listKobo, discount.value)
  return Math.max(0, listKobo - off)
}

/** listKobo × hundredths of a percent / 10000, half up, in integers: list prices stay far below 2^53 / 10^4 kobo. */
function roundedShare(listKobo: Kobo, hundredthsOfPercent: number): Kobo {
  return Math.floor((listKobo * hundredthsOfPercent + 5_000) / 10_000)
}

export function discountRule(discount: Discount | null | undefined): DiscountRule | null {
  if (!discount) return null
  return {
    type: discount.type,
    value: Math.round(discount.amount * 100),
    expiresAtMs: discount.expiresAt === null ? null : Date.parse(discount.expiresAt),
  }
}

/** What a shopper sees for a product from the API, in naira. `original` is null if no discount applies now. */
export function shownPrice(
  product: { price: number; discount: Discount | null },
  nowMs: number,
): { price: number; original: number | null } {
  const list = nearestKobo(product.price)
  const sale = nairaFromKobo(salePriceKobo(list, discountRule(product.discount), nowMs))
  return sale === product.price ? { price: sale, original: null } : { price: sale, original: product.price }
}
