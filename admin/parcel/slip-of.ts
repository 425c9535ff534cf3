import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminParcel } from '#shared/contract/admin/parcel.ts'
import type { Slip } from './slips.tsx'

/** The slip of a parcel of an order, or of what is to be packed of it. */
export function slipOf(order: AdminOrder, lines: AdminParcel['lines'], parcel: Slip['parcel']): Slip {
  const { id, number, createdAt, confirmedAt, place, buyer } = order
  return {
    orderId: id,
    number,
    confirmedAt: confirmedAt ?? createdAt,
    place,
    to: buyer,
    parcel,
    lines: lines.flatMap(({ position, quantity }) => {
      const line = order.lines[position]
      return line === undefined ? [] : [{ ...line, position, quantity }]
    }),
  }
}
