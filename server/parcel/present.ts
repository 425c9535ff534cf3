import type { Database } from '#server/db/connection.ts'
import { listParcelsOf, type Parcel } from '#server/order/parcel-list-store.ts'
import { listObstacles } from '#server/order/stage-store.ts'
import type { AdminParcel, OrderParcels, PackItem } from '#shared/contract/admin/parcel.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { trackingUrl } from '#shared/courier.ts'
import { orderNumber } from '#shared/order-number.ts'
import { MAIL_OF } from './mail-kind.ts'
import type { PackItem as Packed } from './pack-list-store.ts'
import { listExchangesLeft, listLeft, listParcelMails } from './store.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

/** All of an order's parcels, as far as the role may see them. */
export async function presentParcels(db: Database, orderId: string, role: Role): Promise<OrderParcels> {
  const mails = await listParcelMails(db, orderId)
  return {
    parcels: (await listParcelsOf(db, orderId)).map((parcel) => present(parcel, mails, role)),
    left: await listLeft(db, orderId),
    exchangesLeft: (await listExchangesLeft(db, orderId)).map(({ number, lines }) => ({
      number,
      lines: lines.map(({ position, quantity, size }) => ({ position, quantity, size })),
    })),
    obstacles: await listObstacles(db, orderId),
  }
}

/** An order to pack, or a parcel to send, with what its slip says. */
export function presentPackItem({ order, parcel, exchange, lines }: Packed, role: Role): PackItem {
  const { fullName, phone, address, city, state } = order
  return {
    orderId: order.id,
    number: orderNumber(order.id),
    confirmedAt: order.confirmedAt?.toISOString() ?? '',
    place: order.place,
    to:
      fullName === ''
        ? null
        : { fullName, phone: isAllowed(role, 'order.phone') ? phone : null, address, city, state },
    parcel: parcel === undefined ? null : { id: parcel.id, number: parcel.number },
    exchange,
    lines: lines.map(({ orderId: _, ...line }) => line),
  }
}

type Mails = Awaited<ReturnType<typeof listParcelMails>>

function present(parcel: Parcel, mails: Mails, role: Role): AdminParcel {
  const { id, state, courier, tracking } = parcel
  const seesBuyer = isAllowed(role, 'order.buyer')
  const mail = mails.find(({ kind, parcelId }) => parcelId === id && kind === MAIL_OF[state])
  const isOwed = mail !== undefined && !mail.mayBeSent
  return {
    id,
    number: parcel.number,
    state,
    exchange: parcel.exchange,
    lines: [...parcel.lines],
    packedAt: parcel.packedAt.toISOString(),
    packedBy: parcel.packedBy,
    sentAt: iso(parcel.sentAt),
    sentBy: parcel.sentBy,
    courier,
    tracking: seesBuyer ? tracking : '',
    trackingUrl: seesBuyer && courier !== null ? trackingUrl(courier, tracking) : null,
    riderPhone: seesBuyer ? parcel.riderPhone : '',
    deliveredAt: iso(parcel.deliveredAt),
    returnedAt: iso(parcel.returnedAt),
    canUndo: mail === undefined || isOwed,
    mailAt: isOwed ? iso(mail.waitsUntil) : null,
  }
}
