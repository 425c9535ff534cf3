import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isErased } from '#server/order/erased.ts'
import { listExchangesOf } from '#server/order/exchange-store.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { listParcelsOf } from '#server/order/parcel-list-store.ts'
import { announceChange } from '#server/staff/live-lists.ts'
import type { OrderReturns, ReturnForm } from '#shared/contract/return.ts'
import { ShopError } from '#shared/errors.ts'
import { dayOf } from '#shared/holiday.ts'
import type { ReturnWish } from '#shared/return.ts'
import { photoUrl } from './photo.ts'
import { listPhotosOf, type Photo } from './photo-store.ts'
import { presentRequest } from './present.ts'
import { listReturnable, type Returnable } from './returnable.ts'
import {
  insertRequest,
  listOtherSizes,
  listRequestsOf,
  type OtherSize,
  type Request,
  type ReturnedLine,
} from './store.ts'

type AskDependencies = Pick<Dependencies, 'now' | 'settings'>

/** What can be sent back of an order, and what was asked for. */
export async function readReturns(
  db: Database,
  { now, settings }: AskDependencies,
  orderId: string,
): Promise<OrderReturns> {
  const requests = await listRequestsOf(db, orderId)
  const returnable = await findReturnable(db, orderId, requests, now())
  const sizesOf = Map.groupBy(
    returnable.length === 0 ? [] : await listOtherSizes(db, orderId),
    ({ position }) => position,
  )
  const beside = {
    exchanges: await listExchangesOf(db, orderId),
    photos: await listPhotosOf(db, orderId),
    photoUrl: (photo: Photo) => photoUrl(settings.appSecret, photo, now()),
  }
  return {
    lines: returnable.map(({ lastDay, ...line }) => ({
      ...line,
      lastDay: dayOf(lastDay),
      sizes: (sizesOf.get(line.position) ?? []).map(({ size, available }) => ({ size, available })),
    })),
    requests: requests.map((request) => presentRequest(request, beside)),
  }
}

async function findReturnable(
  db: Database,
  orderId: string,
  requests: readonly Request[],
  now: Date,
): Promise<Returnable[]> {
  const parcels = await listParcelsOf(db, orderId)
  // What was got in exchange is another size than its line says: its buyer writes to the shop.
  const deliveries = parcels.flatMap(({ state, deliveredAt, exchange, lines }) =>
    state === 'delivered' && deliveredAt !== null && exchange === null ? [{ deliveredAt, lines }] : [],
  )
  const asked = requests.filter(({ state }) => state !== 'declined')
  return listReturnable(deliveries, asked, now)
}

/**
 * Records what a buyer wants to send back. `after` is how many requests their form has shown: sent twice, it is one request. Under
 * the lock of the order: two at once never ask for more than has arrived. Who may ask about the order is decided before.
 */
export function askForReturn(
  { db, ...dependencies }: AskDependencies & Pick<Dependencies, 'db'>,
  orderId: string,
  { after, reason, words, wish, ...form }: ReturnForm,
): Promise<OrderReturns> {
  const { now } = dependencies
  return transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    if (order.status !== 'paid' || isErased(order)) throw new ShopError('NOT_FOUND', 'Order not found')
    const requests = await listRequestsOf(tx, orderId)
    const asked = { reason, words, wish, lines: merged(form.lines, wish) }
    const before = requests[after]
    if (before === undefined && requests.length === after) {
      refuseMore(asked.lines, await findReturnable(tx, orderId, requests, now()))
      if (wish === 'exchange') refuseShort(asked.lines, await listOtherSizes(tx, orderId))
      await insertRequest(tx, { ...asked, orderId, number: after + 1, askedAt: now() })
      await announceChange(tx)
    } else if (before === undefined || !isSame(before, asked)) {
      throw new ShopError('CHANGED_MEANWHILE', 'You have asked for a return meanwhile. Please look again.')
    }
    return readReturns(tx, dependencies, orderId)
  })
}

type Asked = Pick<Request, 'reason' | 'words' | 'wish' | 'lines'>

/** Each line once. A size is only what is wanted in exchange. */
function merged(lines: ReturnForm['lines'], wish: ReturnWish): ReturnedLine[] {
  const wanted = new Map<number, ReturnedLine>()
  for (const { position, quantity, size: named } of lines) {
    const size = wish === 'exchange' ? (named ?? '') : null
    const before = wanted.get(position)
    if (before !== undefined && before.size !== size)
      throw new ShopError('VALIDATION', 'Choose one size for each piece, and ask again for the others.')
    wanted.set(position, { position, size, quantity: (before?.quantity ?? 0) + quantity })
  }
  return [...wanted.values()].toSorted((a, b) => a.position - b.position)
}

function isSame(a: Asked, b: Asked): boolean {
  const parts = ({ reason, words, wish, lines }: Asked) => [reason, words, wish, lines]
  return isDeepStrictEqual(parts(a), parts(b))
}

/** What is wanted must be there now; it is held once the shop has agreed. */
function refuseShort(wanted: readonly ReturnedLine[], sizes: readonly OtherSize[]): void {
  const leftOf = new Map(sizes.map(({ position, size, available }) => [`${position} ${size}`, available]))
  if (wanted.every(({ position, size, quantity }) => quantity <= (leftOf.get(`${position} ${size}`) ?? 0)))
    return
  throw new ShopError(
    'OUT_OF_STOCK',
    'Not so many are there in that size now. Please choose another one, or ask for your money.',
  )
}

function refuseMore(wanted: readonly ReturnedLine[], returnable: readonly Returnable[]): void {
  const leftOf = new Map(returnable.map(({ position, quantity }) => [position, quantity]))
  if (wanted.every(({ position, quantity }) => quantity <= (leftOf.get(position) ?? 0))) return
  throw new ShopError(
    'REFUSED',
    returnable.length === 0
      ? 'Nothing of this order can be sent back here now. If something is wrong with it, write to us.'
      : 'Not so many pieces can be sent back any more: some were asked for already, or arrived too long ago. Please look again.',
  )
}
