import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminParcel } from '#shared/contract/admin/parcel.ts'
import type { Slip } from './slips.tsx'

/** The slip of a parcel of an order. */
export const slipOfParcel = (order: AdminOrder, { id, number, exchange, lines }: AdminParcel): Slip =>
  slipOf(order, lines, { parcel: { id, number }, exchange })

/** The slip of what is to be packed of an order: of what was bought, or of one of its exchanges. */
export const slipOfRest = (order: AdminOrder, lines: AdminParcel['lines'], exchange: number | null): Slip =>
  slipOf(order, lines, { parcel: null, exchange })

function slipOf(
  { id, number, createdAt, confirmedAt, place, buyer, lines: bought }: AdminOrder,
  lines: AdminParcel['lines'],
  what: Pick<Slip, 'parcel' | 'exchange'>,
): Slip {
  return {
    ...what,
    orderId: id,
    number,
    confirmedAt: confirmedAt ?? createdAt,
    place,
    to: buyer,
    lines: lines.flatMap(({ position, quantity, size }) => {
      const line = bought[position]
      return line === undefined ? [] : [{ ...line, position, quantity, size: size ?? line.size }]
    }),
  }
}
