import type { AdminOrder, ListedOrder } from '#shared/contract/admin/order.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { countPieces } from '#shared/item-count.ts'
import { type Kobo, nairaFromKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { type OrderStage, orderStage, type ParcelState } from '#shared/parcel.ts'
import type { Dispute } from '../dispute-store.ts'
import type { OrderFile } from '../overview-store.ts'
import { payLinkOf } from '../sale-text.ts'
import type { TimelineEntry } from '../timeline.ts'
import type { FoundOrder } from './list-store.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

/** What a role may see of an amount. */
const amountFor = (role: Role) => (kobo: Kobo) =>
  isAllowed(role, 'order.money') ? nairaFromKobo(kobo) : null

const stageOf = (
  { status, packedAt }: { status: string; packedAt: Date | null },
  states: readonly ParcelState[],
): OrderStage | null => (status === 'paid' ? orderStage(packedAt !== null, states) : null)

export function presentListed(order: FoundOrder, role: Role): ListedOrder {
  const amount = amountFor(role)
  return {
    id: order.id,
    number: orderNumber(order.id),
    status: order.status,
    name: isAllowed(role, 'order.buyer') && order.fullName !== '' ? order.fullName : null,
    place: order.place,
    units: order.units,
    total: amount(order.total),
    refunded: amount(order.refunded),
    needsYou: order.needsYou,
    heldBack: order.heldBack,
    stage: stageOf(order, order.parcelStates),
    createdAt: order.createdAt.toISOString(),
    confirmedAt: iso(order.confirmedAt),
    pictures: order.pictures,
  }
}

export function presentAdminOrder(
  {
    file: { order, refunded, parcelStates, attempt, lines },
    siblings,
    history,
    advice,
    canResolve,
    dispute,
  }: {
    file: OrderFile
    siblings: readonly { id: string; status: AdminOrder['status'] }[]
    history: readonly TimelineEntry[]
    advice: readonly string[]
    canResolve: boolean
    dispute: Dispute | undefined
  },
  role: Role,
  now: Date,
): AdminOrder {
  const amount = amountFor(role)
  const seesMoney = isAllowed(role, 'order.money')
  const seesBuyer = isAllowed(role, 'order.buyer') && order.fullName !== ''
  const payLink = isAllowed(role, 'sell') && seesBuyer ? payLinkOf({ order, attempt, lines }, now) : null
  return {
    id: order.id,
    number: orderNumber(order.id),
    status: order.status,
    name: seesBuyer ? order.fullName : null,
    place: order.shippingPlace,
    units: countPieces(lines),
    total: amount(order.total),
    refunded: amount(refunded),
    needsYou: advice.length > 0,
    heldBack: order.heldBack,
    stage: stageOf(order, parcelStates),
    createdAt: order.createdAt.toISOString(),
    confirmedAt: iso(order.confirmedAt),
    buyer: seesBuyer
      ? {
          fullName: order.fullName,
          email: isAllowed(role, 'order.contact') ? order.email : null,
          phone: isAllowed(role, 'order.phone') ? order.phone : null,
          address: order.address,
          city: order.city,
          state: order.state,
          country: order.country,
        }
      : null,
    lines: lines.map((line) => ({
      name: line.name,
      sku: line.sku,
      image: line.image,
      color: line.color,
      size: line.size,
      quantity: line.quantity,
      price: amount(line.unitPrice),
    })),
    money: seesMoney
      ? {
          shippingFee: nairaFromKobo(order.shippingFee),
          paid: order.status === 'paid' ? nairaFromKobo(attempt.amount) : 0,
          reference: attempt.reference,
          channel: attempt.channel,
          state: attempt.state,
        }
      : null,
    advice: seesMoney ? [...advice] : [],
    dispute:
      dispute && seesMoney ? { dueAt: dispute.dueAt.toISOString(), hoursLeft: dispute.hoursLeft } : null,
    canResolve: canResolve && isAllowed(role, 'order.resolve'),
    history: seesMoney ? history.map(({ at, what }) => ({ at: at.toISOString(), what })) : [],
    holdEndsAt: iso(order.holdExpiresAt),
    soldBy: order.soldBy,
    payLink: payLink && { ...payLink, phone: isAllowed(role, 'order.phone') ? payLink.phone : null },
    siblings: isAllowed(role, 'order.unpaid')
      ? siblings.map(({ id, status }) => ({ id, number: orderNumber(id), status }))
      : [],
  }
}
