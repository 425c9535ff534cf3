import type { Arrival } from '#shared/contract/order.ts'
import { arrivalOf, deliveryZone } from '#shared/delivery.ts'
import { shop } from '#shop.config'

/**
 * When a paid order arrives; null before payment. Counts from the confirmation of the payment here, because nobody packs
 * an order that the shop takes for unpaid. Depends only on values fixed at that moment, so the promise never changes.
 */
export function orderArrival(order: {
  shippingPlace: string
  state: string
  paidAt: Date | null
  confirmedAt: Date | null
}): Arrival | null {
  const { shippingPlace, state, paidAt, confirmedAt } = order
  if (paidAt === null || confirmedAt === null) return null
  // The provider's clock may be ahead of the shop's.
  const from = Math.max(paidAt.getTime(), confirmedAt.getTime())
  return arrivalOf(from, deliveryZone({ place: shippingPlace }, state), shop.holidays)
}
