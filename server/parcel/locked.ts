import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { lockAskedOrder } from '#server/order/asked-order.ts'
import { listParcelsOf, type Parcel } from '#server/order/parcel-list-store.ts'
import { listObstacles } from '#server/order/stage-store.ts'
import type { Order } from '#server/order/store.ts'
import type { ParcelObstacle } from '#shared/contract/admin/parcel.ts'
import { ShopError } from '#shared/errors.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { ParcelState } from '#shared/parcel.ts'
import { findOrderIdOf } from './store.ts'

export type ParcelDependencies = Pick<Dependencies, 'jobs' | 'now'>

/** Locks a paid order. Every change of its parcels does this first. */
export async function lockPaidOrder(tx: Database, orderId: string): Promise<Order> {
  const { order } = await lockAskedOrder(tx, orderId)
  if (order.status !== 'paid')
    throw new ShopError('REFUSED', `Order #${orderNumber(orderId)} is not paid. Nothing was changed.`)
  return order
}

/**
 * Locks the order of a parcel, and returns both. If the parcel is not what it was when it was shown, nothing is done: somebody
 * else was faster.
 */
export async function lockParcel(
  tx: Database,
  parcelId: string,
  shown: readonly ParcelState[],
): Promise<{ order: Order; parcel: Parcel }> {
  const orderId = await findOrderIdOf(tx, parcelId)
  if (orderId === undefined) throw gone()
  const order = await lockPaidOrder(tx, orderId)
  const parcel = (await listParcelsOf(tx, orderId)).find(({ id }) => id === parcelId)
  if (parcel === undefined) throw gone()
  if (!shown.includes(parcel.state)) {
    const by = parcel.state === 'packed' ? parcel.packedBy : parcel.state === 'sent' ? parcel.sentBy : null
    throw new ShopError(
      'CHANGED_MEANWHILE',
      `Parcel ${parcel.number} of order #${orderNumber(orderId)} is ${parcel.state}${by === null ? '' : ` by ${by}`}. Please look again.`,
    )
  }
  return { order, parcel }
}

const gone = () => new ShopError('NOT_FOUND', 'There is no such parcel: somebody has undone it.')

const WHY: Record<ParcelObstacle, string> = {
  'held-back': 'it is held back, and the order says why',
  refunded: 'its money went back',
  disputed: 'the payment is disputed, or the bank has taken it back',
}

/**
 * Refuses to pack or send what should not be, unless somebody who was shown that decides so. What is held back waits until it is let
 * go.
 */
export async function refuseObstacles(tx: Database, orderId: string, anyway: boolean): Promise<void> {
  const found = await listObstacles(tx, orderId)
  const obstacles = anyway ? found.filter((obstacle) => obstacle === 'held-back') : found
  if (obstacles.length === 0) return
  const why = obstacles.map((obstacle) => WHY[obstacle]).join(', and ')
  throw new ShopError('REFUSED', `Order #${orderNumber(orderId)} should not be sent: ${why}.`, {
    details: { obstacles },
  })
}
