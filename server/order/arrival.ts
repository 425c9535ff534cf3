import { type Arrival, arrivalOf, deliveryZone } from '#shared/delivery.ts'
import { shop } from '#shop.config'

/**
 * When a paid order arrives; null before payment. Depends only on values fixed at payment, so the promise never
 * changes.
 */
export function orderArrival(
  order: { shippingPlace: string; state: string },
  paidAt: Date | null,
): Arrival | null {
  if (paidAt === null) return null
  return arrivalOf(paidAt.getTime(), deliveryZone(order.shippingPlace, order.state), shop.holidays)
}
