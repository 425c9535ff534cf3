import type { Database } from '#server/db/connection.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { ShopError } from '#shared/errors.ts'
import { type LockedOrders, lockAround } from './lock-store.ts'
import { findOrder, type Order } from './store.ts'

export const noOrder = () => new ShopError('NOT_FOUND', 'There is no such order.')

/** An order by an id that somebody sent. Throws NOT_FOUND. */
export async function getAskedOrder(db: Database, orderId: string): Promise<Order> {
  const order = await findOrder(db, orderId)
  if (order === undefined) throw noOrder()
  return order
}

/** Not every role sees orders that nobody paid. */
export const isVisible = ({ status }: Pick<Order, 'status'>, role: Role): boolean =>
  status === 'paid' || isAllowed(role, 'order.unpaid')

/** Like getAskedOrder; what a role does not see is not there. */
export async function getVisibleOrder(db: Database, orderId: string, role: Role): Promise<Order> {
  const order = await getAskedOrder(db, orderId)
  if (!isVisible(order, role)) throw noOrder()
  return order
}

/** Like getAskedOrder, locked with the other orders of its checkout. */
export const lockAskedOrder = async (tx: Database, orderId: string): Promise<LockedOrders> =>
  lockAround(tx, await getAskedOrder(tx, orderId))
