import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isErased } from '#server/order/erased.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { listParcelsOf } from '#server/order/parcel-list-store.ts'
import { announceChange } from '#server/staff/live-lists.ts'
import type { OrderReturns, ReturnForm } from '#shared/contract/return.ts'
import { ShopError } from '#shared/errors.ts'
import { dayOf } from '#shared/holiday.ts'
import { presentRequest } from './present.ts'
import { listReturnable, type Returnable } from './returnable.ts'
import { insertRequest, listRequestsOf, type Request, type ReturnedLine } from './store.ts'

/** What can be sent back of an order, and what was asked for. */
export async function readReturns(db: Database, orderId: string, now: Date): Promise<OrderReturns> {
  const requests = await listRequestsOf(db, orderId)
  const returnable = await findReturnable(db, orderId, requests, now)
  return {
    lines: returnable.map(({ lastDay, ...line }) => ({ ...line, lastDay: dayOf(lastDay) })),
    requests: requests.map(presentRequest),
  }
}

async function findReturnable(
  db: Database,
  orderId: string,
  requests: readonly Request[],
  now: Date,
): Promise<Returnable[]> {
  const parcels = await listParcelsOf(db, orderId)
  const deliveries = parcels.flatMap(({ state, deliveredAt, lines }) =>
    state === 'delivered' && deliveredAt !== null ? [{ deliveredAt, lines }] : [],
  )
  const asked = requests.filter(({ state }) => state !== 'declined')
  return listReturnable(deliveries, asked, now)
}

/**
 * Records what a buyer wants to send back. `after` is how many requests their form has shown: sent twice, it is one request. Under
 * the lock of the order: two at once never ask for more than has arrived. Who may ask about the order is decided before.
 */
export function askForReturn(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  orderId: string,
  { after, reason, words, ...form }: ReturnForm,
): Promise<OrderReturns> {
  return transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    if (order.status !== 'paid' || isErased(order)) throw new ShopError('NOT_FOUND', 'Order not found')
    const requests = await listRequestsOf(tx, orderId)
    const asked = { reason, words, lines: merged(form.lines) }
    const before = requests[after]
    if (before === undefined && requests.length === after) {
      refuseMore(asked.lines, await findReturnable(tx, orderId, requests, now()))
      await insertRequest(tx, { ...asked, orderId, number: after + 1, askedAt: now() })
      await announceChange(tx)
    } else if (before === undefined || !isSame(before, asked)) {
      throw new ShopError('CHANGED_MEANWHILE', 'You have asked for a return meanwhile. Please look again.')
    }
    return readReturns(tx, orderId, now())
  })
}

type Asked = Pick<Request, 'reason' | 'words' | 'lines'>

function merged(lines: readonly ReturnedLine[]): ReturnedLine[] {
  const wanted = new Map<number, number>()
  for (const { position, quantity } of lines) wanted.set(position, (wanted.get(position) ?? 0) + quantity)
  return [...wanted]
    .map(([position, quantity]) => ({ position, quantity }))
    .toSorted((a, b) => a.position - b.position)
}

function isSame(a: Asked, b: Asked): boolean {
  const text = ({ reason, words, lines }: Asked) => JSON.stringify([reason, words, lines])
  return text(a) === text(b)
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
