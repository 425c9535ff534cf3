import { and, asc, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { checkouts, orders } from '#server/db/schema/order.ts'
import type { Device } from '#server/http/device.ts'
import { existing, getOrder, ORDER_COLUMNS, type Order } from './store.ts'

/** Overwriting the id with itself locks an existing row, in the same statement that creates a new one. */
async function lockCheckout(tx: Database, checkoutId: string): Promise<void> {
  await tx
    .insert(checkouts)
    .values({ id: checkoutId })
    .onConflictDoUpdate({ target: checkouts.id, set: { id: sql`excluded.id` } })
    .prepare('lock_checkout')
    .execute()
}

/**
 * Locks a checkout for this transaction, creating it if needed, then its orders in ascending id, and returns them. Every
 * change to one of the orders takes these locks first.
 */
export async function lockOrders(tx: Database, checkoutId: string): Promise<Order[]> {
  await lockCheckout(tx, checkoutId)
  return tx
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .orderBy(asc(orders.id))
    .for('update')
    .prepare('lock_orders')
    .execute()
}

/** An order and the other orders of its checkout, all locked. */
export type LockedOrders = { order: Order; siblings: readonly Order[] }

/** Locks the checkout of an order and all its orders. Throws if there is no such order. */
export async function lockOrdersWith(tx: Database, orderId: string): Promise<LockedOrders> {
  return lockAround(tx, await getOrder(tx, orderId))
}

/** Like lockOrdersWith; an order never leaves its checkout, so it may be read before anything is locked. */
export async function lockAround(
  tx: Database,
  { id: orderId, checkoutId }: Pick<Order, 'id' | 'checkoutId'>,
): Promise<LockedOrders> {
  const locked = await lockOrders(tx, checkoutId)
  const order = existing(
    locked.find(({ id }) => id === orderId),
    orderId,
  )
  return { order, siblings: locked.filter((candidate) => candidate !== order) }
}

/** Locks several checkouts and then all their orders, both in ascending id: the order of all locks. */
export async function lockOrdersOfCheckouts(tx: Database, checkoutIds: readonly string[]): Promise<void> {
  const ids = [...new Set(checkoutIds)].toSorted()
  for (const checkoutId of ids) await lockCheckout(tx, checkoutId)
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.checkoutId, ids))
    .orderBy(asc(orders.id))
    .for('update')
}

/**
 * Whether the orders of a checkout are the caller's: of the same account, the same browser or, of a program that keeps no cookies, the
 * same network. Whoever has seen an Idempotency-Key in passing cannot use it elsewhere.
 */
export async function isCheckoutOf(
  tx: Database,
  caller: { checkoutId: string; userId: string | null; device: Device; startedFrom: string },
): Promise<boolean> {
  const { checkoutId, userId, device, startedFrom } = caller
  const own = or(
    isNull(orders.device),
    eq(orders.device, device.id),
    userId === null ? undefined : eq(orders.userId, userId),
    device.isNew ? eq(orders.startedFrom, startedFrom) : undefined,
  )
  return (await tx.$count(orders, and(eq(orders.checkoutId, checkoutId), own))) > 0
}

/** Lets this transaction alone start orders from a network, until it ends. */
export async function lockNetwork(tx: Database, startedFrom: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`start address ${startedFrom}`}, 0))`)
}

/**
 * Deletes a locked checkout unless it has an order, so that a refused start leaves nothing behind. A transaction that
 * waits for its lock creates it again.
 */
export async function dropEmptyCheckout(tx: Database, checkoutId: string): Promise<void> {
  const its = tx.select({ id: orders.id }).from(orders).where(eq(orders.checkoutId, checkouts.id))
  await tx.delete(checkouts).where(and(eq(checkouts.id, checkoutId), notExists(its)))
}
