import { createHash } from 'node:crypto'
import type { OrderStatus } from '#shared/contract/order.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import type { ParcelState } from '#shared/parcel.ts'

/** What becomes of a demo order. Everything about it follows from its number, so that each first start makes the same orders. */
export type Plan = {
  index: number
  placedAt: Date
  status: OrderStatus
  refund: 'none' | 'part' | 'all'
  parcel: ParcelState | undefined
  isDisputed: boolean
  isLate: boolean
  isSold: boolean
}

/** Of the staff in demo/staff.json. */
export const SELLER = 'Halima Musa'
const DEMO_ORDERS = 120
const DAYS = 60
/** The newest are not paid yet, and still held. */
const PENDING = 2

/** Bytes that look random, and are the same for the same words. */
export const drawn = (...words: readonly (string | number)[]): Buffer =>
  createHash('sha256')
    .update(`demo ${words.join(' ')}`)
    .digest()
export const drawnId = (...words: readonly (string | number)[]): string =>
  drawn(...words)
    .toString('hex')
    .slice(0, 40)
/** A whole number below `count`. */
export const pick = (count: number, ...words: readonly (string | number)[]): number =>
  drawn(...words).readUInt32BE() % count

/** The newest first: trade grows, so that more of them lie in the last weeks. */
export function planOrders(now: Date): Plan[] {
  return Array.from({ length: DEMO_ORDERS }, (_, index) => planOrder(index, now))
}

function planOrder(index: number, now: Date): Plan {
  const ageMs =
    index < PENDING
      ? (4 + 9 * index) * MINUTE_MS
      : (index / (DEMO_ORDERS - 1)) ** 1.5 * (DAYS * DAY_MS - HOUR_MS) + pick(50 * MINUTE_MS, index, 'minute')
  const status: OrderStatus =
    index < PENDING ? 'pending' : index % 12 === 5 ? 'failed' : index % 7 === 3 ? 'cancelled' : 'paid'
  const days = ageMs / DAY_MS
  const isPaid = status === 'paid'
  const refund = !isPaid || days < 6 ? 'none' : index % 17 === 8 ? 'all' : index % 19 === 4 ? 'part' : 'none'
  const isDisputed = index === 16
  const arrived: ParcelState = refund === 'all' ? 'returned' : 'delivered'
  const parcel = days < 1.5 ? undefined : days < 2.5 ? 'packed' : days < 5 ? 'sent' : arrived
  return {
    index,
    placedAt: new Date(now.getTime() - Math.round(ageMs)),
    status,
    refund,
    parcel: isPaid && !isDisputed ? parcel : undefined,
    isDisputed,
    isLate: index === 27,
    isSold: index % 9 === 1,
  }
}
