import type { Arrival } from '#shared/contract/order.ts'
import { arrivalOf, deliveryZone, dispatchOf } from '#shared/delivery.ts'
import type { Day } from '#shared/holiday.ts'
import { shop } from '#shop.config'

type Promised = {
  paidAt: Date | null
  confirmedAt: Date | null
  /** When the shop, being late, promised a new date. */
  promisedAnewAt: Date | null
}
type Addressed = { shippingPlace: string; state: string }

/**
 * When a paid order arrives; null before payment. Counts from the confirmation of the payment here, because nobody packs
 * an order that the shop takes for unpaid, or from when a new date was promised. Depends only on values fixed at that moment,
 * so that a promise changes only if the buyer is told.
 */
export function orderArrival(order: Promised & Addressed): Arrival | null {
  const from = promisedFromMs(order)
  if (from === null) return null
  return arrivalOf(from, deliveryZone({ place: order.shippingPlace }, order.state), shop.holidays)
}

/** The day by which a paid order is to be sent; null before payment. */
export function orderDispatch(order: Promised): Day | null {
  const from = promisedFromMs(order)
  return from === null ? null : dispatchOf(from, shop.holidays)
}

function promisedFromMs({ paidAt, confirmedAt, promisedAnewAt }: Promised): number | null {
  if (paidAt === null || confirmedAt === null) return null
  // The provider's clock may be ahead of the shop's.
  return Math.max(paidAt.getTime(), confirmedAt.getTime(), promisedAnewAt?.getTime() ?? 0)
}
