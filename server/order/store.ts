import { and, asc, countDistinct, eq, min, ne, notExists, sql, sum } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { auditLog, checkouts, orderLines, orders } from '#server/db/schema.ts'
import type { StockQuantity } from '#server/stock/quantity.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import type { Kobo } from '#shared/naira.ts'
import type { QuotedLine } from './quote.ts'
import { canBecome } from './transition.ts'

export type Order = {
  id: string
  checkoutId: string
  status: OrderStatus
  email: string
  total: Kobo
  contentHash: string
  holdExpiresAt: Date | null
  needsReview: string | null
  createdAt: Date
  paidAt: Date | null
  shippingPlace: string
  state: string
  fullName: string
  phone: string
}

export type OrderLine = QuotedLine
export type Delivery = Record<
  'fullName' | 'phone' | 'address' | 'city' | 'state' | 'country' | 'shippingPlace',
  string
>

export type NewOrder = Omit<Order, 'status' | 'needsReview' | 'paidAt' | keyof Delivery> & {
  userId: string | null
  startedFrom: string
  shippingFee: Kobo
  delivery: Delivery
  lines: readonly OrderLine[]
  holdExpiresAt: Date
}

const ORDER_COLUMNS = {
  id: orders.id,
  checkoutId: orders.checkoutId,
  status: orders.status,
  email: orders.email,
  total: orders.total,
  contentHash: orders.contentHash,
  holdExpiresAt: orders.holdExpiresAt,
  needsReview: orders.needsReview,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  shippingPlace: orders.shippingPlace,
  state: orders.state,
  fullName: orders.fullName,
  phone: orders.phone,
}

/** Takes the checkout for this transaction, made if it is new. Whoever changes one of its orders holds this first. */
export async function lockCheckout(tx: Database, checkoutId: string): Promise<void> {
  // Writing the id over itself locks a row that exists already, in the one statement that makes a new one.
  await tx
    .insert(checkouts)
    .values({ id: checkoutId })
    .onConflictDoUpdate({ target: checkouts.id, set: { id: sql`excluded.id` } })
}

/** The orders of a checkout, locked in ascending id, after the checkout itself. */
export async function lockOrders(tx: Database, checkoutId: string): Promise<Order[]> {
  return tx
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .orderBy(asc(orders.id))
    .for('update')
}

/** Locks the checkout that an order belongs to, and all its orders. Throws when there is no such order. */
export async function lockOrdersWith(tx: Database, orderId: string): Promise<Order[]> {
  // An order never leaves its checkout, so this may be read before anything is locked.
  const order = await findOrder(tx, orderId)
  if (order === undefined) throw new Error(`There is no order ${orderId}`)
  await lockCheckout(tx, order.checkoutId)
  return lockOrders(tx, order.checkoutId)
}

/**
 * Takes a locked checkout away again, unless it has an order: what was refused leaves nothing. Whoever waits for its lock makes it
 * anew.
 */
export async function dropEmptyCheckout(tx: Database, checkoutId: string): Promise<void> {
  const its = tx.select({ id: orders.id }).from(orders).where(eq(orders.checkoutId, checkouts.id))
  await tx.delete(checkouts).where(and(eq(checkouts.id, checkoutId), notExists(its)))
}

export async function findOrder(db: Database, orderId: string): Promise<Order | undefined> {
  const rows = await db.select(ORDER_COLUMNS).from(orders).where(eq(orders.id, orderId))
  return rows[0]
}

export async function insertOrder(tx: Database, order: NewOrder): Promise<void> {
  const { lines, delivery, ...row } = order
  await tx.insert(orders).values({ ...row, ...delivery, updatedAt: order.createdAt })
  await tx
    .insert(orderLines)
    .values(lines.map((line, position) => ({ ...line, orderId: order.id, position })))
}

export async function listLines(db: Database, orderId: string): Promise<OrderLine[]> {
  return db
    .select({
      productId: orderLines.productId,
      color: orderLines.color,
      size: orderLines.size,
      name: orderLines.name,
      image: orderLines.image,
      unitPrice: orderLines.unitPrice,
      quantity: orderLines.quantity,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
}

/** What the pending order of a checkout holds. */
export async function listHeldLines(db: Database, checkoutId: string): Promise<StockQuantity[]> {
  return db
    .select({
      productId: orderLines.productId,
      color: orderLines.color,
      size: orderLines.size,
      quantity: orderLines.quantity,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.checkoutId, checkoutId), eq(orders.status, 'pending')))
}

/** Moves a locked order along the table of transitions; a move that is not in it is a defect and throws. */
export async function endOrder(
  tx: Database,
  order: Order,
  end: { status: 'failed' | 'cancelled' } | { status: 'paid'; paidAt: Date; late: boolean },
  now: Date,
): Promise<void> {
  if (!canBecome(order.status, end.status)) {
    throw new Error(`Order ${order.id}: ${order.status} cannot become ${end.status}`)
  }
  await tx
    .update(orders)
    .set({
      status: end.status,
      ...(end.status === 'paid' ? { paidAt: end.paidAt, paidLate: end.late } : {}),
      holdExpiresAt: null,
      startedFrom: null,
      updatedAt: now,
    })
    .where(eq(orders.id, order.id))
}

export async function extendHold(tx: Database, orderId: string, until: Date, now: Date): Promise<void> {
  await tx.update(orders).set({ holdExpiresAt: until, updatedAt: now }).where(eq(orders.id, orderId))
}

/** Between the reasons for which a person must look at one order. */
export const NEXT_REASON = '; '

/**
 * Asks a person to look: `reason` in words without anything personal. It joins those that are open already, as the last
 * one where it takes the place of `instead`, which is true no longer.
 */
export async function flagForReview(
  tx: Database,
  orderId: string,
  reason: string,
  now: Date,
  instead?: string,
): Promise<void> {
  const open = sql`string_to_array(${orders.needsReview}, ${NEXT_REASON}::text)`
  const others = sql`array_remove(array_remove(${open}, ${instead ?? reason}::text), ${reason}::text)`
  const joined = sql`concat_ws(${NEXT_REASON}::text, nullif(array_to_string(${others}, ${NEXT_REASON}::text), ''), ${reason}::text)`
  const needsReview =
    instead === undefined
      ? sql`case when ${reason}::text = any(${open}) then ${orders.needsReview} else ${joined} end`
      : joined
  await tx.update(orders).set({ needsReview, updatedAt: now }).where(eq(orders.id, orderId))
}

/** Closes the case of a locked order. */
export async function closeReview(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx.update(orders).set({ needsReview: null, updatedAt: now }).where(eq(orders.id, orderId))
}

/** Why a person must look at an order or once had to, reason by reason, and which of it was closed. */
export async function listReviewReasons(
  db: Database,
  orderId: string,
): Promise<{ all: string[]; closed: string[] }> {
  const order = await findOrder(db, orderId)
  const closings = await db
    .select({ before: sql<string | null>`${auditLog.details} ->> 'before'` })
    .from(auditLog)
    .where(and(eq(auditLog.subject, orderId), eq(auditLog.action, 'order.resolve')))
  const open = order?.needsReview?.split(NEXT_REASON) ?? []
  const closed = closings.flatMap(({ before }) => before?.split(NEXT_REASON) ?? [])
  return { all: [...open, ...closed], closed }
}

export type LiveOrders = { orders: number; units: number; firstHoldEnd: Date | null }

/** The pending orders of an e-mail address or of a client address, one checkout left out: its own are being replaced. */
export async function countLiveOrders(
  tx: Database,
  whose: { email: string } | { startedFrom: string },
  exceptCheckoutId: string,
): Promise<LiveOrders> {
  const [live] = await tx
    .select({
      orders: countDistinct(orders.id),
      units: sql<number>`coalesce(${sum(orderLines.quantity)}, 0)::int`,
      firstHoldEnd: min(orders.holdExpiresAt),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        'email' in whose ? eq(orders.email, whose.email) : eq(orders.startedFrom, whose.startedFrom),
        eq(orders.status, 'pending'),
        ne(orders.checkoutId, exceptCheckoutId),
      ),
    )
  return live ?? { orders: 0, units: 0, firstHoldEnd: null }
}

/** An order as it was placed, for whoever has to tell of it. Money is kobo. */
export type OrderRecord = Order & Delivery & { shippingFee: Kobo; lines: readonly OrderLine[] }

/** Throws when there is no such order. */
export async function getOrderRecord(db: Database, orderId: string): Promise<OrderRecord> {
  const rows = await db
    .select({
      ...ORDER_COLUMNS,
      shippingFee: orders.shippingFee,
      fullName: orders.fullName,
      phone: orders.phone,
      address: orders.address,
      city: orders.city,
      country: orders.country,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  const order = rows[0]
  if (order === undefined) throw new Error(`There is no order ${orderId}`)
  return { ...order, lines: await listLines(db, orderId) }
}

/** Sends the ids of all products in these checkouts to every process that listens; the function is of migration 0004. */
export async function announceStockOf(db: Database, checkoutIds: readonly string[]): Promise<void> {
  await db.execute(sql`select tell_changed_products(array(
    select distinct l.product_id from ${orderLines} l join ${orders} o on o.id = l.order_id
    where o.checkout_id in (select jsonb_array_elements_text(${JSON.stringify(checkoutIds)}::jsonb))))`)
}
