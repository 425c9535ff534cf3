import { and, asc, countDistinct, eq, min, ne, type SQL, sql, sum } from 'drizzle-orm'
import { isAmong } from '#server/db/among.ts'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import type { StockQuantity } from '#server/stock/quantity.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import type { Kobo } from '#shared/naira.ts'
import type { QuotedLine } from './quote.ts'

export type OrderLine = QuotedLine
export type Delivery = Record<
  'fullName' | 'phone' | 'address' | 'city' | 'state' | 'country' | 'shippingPlace',
  string
>

export type NewOrder = Omit<
  Order,
  'status' | 'paidAt' | 'confirmedAt' | 'promisedAnewAt' | keyof Delivery
> & {
  startedFrom: string | null
  device: string | null
  soldBy: string | null
  shippingFee: Kobo
  delivery: Delivery
  lines: readonly OrderLine[]
  holdExpiresAt: Date
}

/** The columns of an `Order`. */
export const ORDER_COLUMNS = {
  id: orders.id,
  checkoutId: orders.checkoutId,
  status: orders.status,
  email: orders.email,
  userId: orders.userId,
  total: orders.total,
  contentHash: orders.contentHash,
  holdExpiresAt: orders.holdExpiresAt,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  confirmedAt: orders.confirmedAt,
  promisedAnewAt: orders.promisedAnewAt,
  shippingPlace: orders.shippingPlace,
  state: orders.state,
  fullName: orders.fullName,
  phone: orders.phone,
}

export type Order = Pick<typeof orders.$inferSelect, keyof typeof ORDER_COLUMNS>

export async function findOrder(db: Database, orderId: string): Promise<Order | undefined> {
  const rows = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(eq(orders.id, orderId))
    .prepare('find_order')
    .execute()
  return rows[0]
}

/** Throws if there is no such order. */
export async function getOrder(db: Database, orderId: string): Promise<Order> {
  return existing(await findOrder(db, orderId), orderId)
}

/** What was found of an order that must exist; throws if nothing was. */
export function existing<T>(order: T | undefined, orderId: string): T {
  if (order === undefined) throw new Error(`There is no order ${orderId}`)
  return order
}

export async function insertOrder(tx: Database, order: NewOrder): Promise<void> {
  const { lines, delivery, ...row } = order
  await tx
    .insert(orders)
    .values({ ...row, ...delivery, updatedAt: order.createdAt })
    .prepare('insert_order')
    .execute()
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
    .prepare('list_order_lines')
    .execute()
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

/** Changes the status of a locked order and returns it; throws on a transition that is not allowed, which is a bug. */
export async function endOrder(
  tx: Database,
  order: Order,
  end: { status: 'failed' | 'cancelled' } | { status: 'paid'; paidAt: Date; late: boolean },
  now: Date,
): Promise<Order> {
  if (!canBecome(order.status, end.status)) {
    throw new Error(`Order ${order.id}: ${order.status} cannot become ${end.status}`)
  }
  const ended =
    end.status === 'paid'
      ? { status: end.status, paidAt: end.paidAt, confirmedAt: now, paidLate: end.late }
      : { status: end.status }
  const rows = await tx
    .update(orders)
    .set({ ...ended, holdExpiresAt: null, updatedAt: now })
    .where(eq(orders.id, order.id))
    .returning(ORDER_COLUMNS)
    .prepare(end.status === 'paid' ? 'end_paid_order' : 'end_order')
    .execute()
  return existing(rows[0], order.id)
}

/** Moves the end of a locked order's hold, and returns the order. */
export async function moveHoldEnd(tx: Database, orderId: string, until: Date, now: Date): Promise<Order> {
  const rows = await tx
    .update(orders)
    .set({ holdExpiresAt: until, updatedAt: now })
    .where(eq(orders.id, orderId))
    .returning(ORDER_COLUMNS)
  return existing(rows[0], orderId)
}

/** By account, by browser, or by network, of which an e-mail address may be one. */
type Whose = { userId: string } | { device: string } | { startedFrom: string; email?: string }

function isOf(whose: Whose): SQL | undefined {
  if ('userId' in whose) return eq(orders.userId, whose.userId)
  if ('device' in whose) return eq(orders.device, whose.device)
  const { startedFrom, email } = whose
  return and(eq(orders.startedFrom, startedFrom), email === undefined ? undefined : eq(orders.email, email))
}

export type LiveOrders = { orders: number; units: number; firstHoldEnd: Date | null }

/**
 * Pending orders, except those of one checkout: they are being replaced.
 */
export async function countLiveOrders(
  tx: Database,
  whose: Whose,
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
    .where(and(isOf(whose), eq(orders.status, 'pending'), ne(orders.checkoutId, exceptCheckoutId)))
  return live ?? { orders: 0, units: 0, firstHoldEnd: null }
}

/** An order with everything that its mails show. Amounts are in kobo. */
export type OrderRecord = Order & Delivery & { shippingFee: Kobo; lines: readonly OrderLine[] }

/** Throws if there is no such order. */
export async function getOrderRecord(db: Database, orderId: string): Promise<OrderRecord> {
  const rows = await db
    .select({
      ...ORDER_COLUMNS,
      shippingFee: orders.shippingFee,
      address: orders.address,
      city: orders.city,
      country: orders.country,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  return { ...existing(rows[0], orderId), lines: await listLines(db, orderId) }
}

/** The function of migration 0004 reports more than this many as all products, and then every process reloads its index. */
const ANNOUNCED_AT_ONCE = 100

/** Notifies every listening process of all products in these checkouts. */
export async function announceStockOf(db: Database, checkoutIds: readonly string[]): Promise<void> {
  const moved = db
    .selectDistinct({ product_id: orderLines.productId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(isAmong(orders.checkoutId, checkoutIds))
  const parts = sql`select product_id, (row_number() over () - 1) / ${sql.raw(String(ANNOUNCED_AT_ONCE))} as part from (${moved}) moved`
  await db.execute(
    sql`select tell_changed_products(array_agg(product_id)) from (${parts}) parts group by part`,
  )
}

/**
 * All allowed transitions of the status of an order. Paid is final; failed and cancelled can still become paid by a
 * late payment whose goods are available. The database enforces the same (migration order-transitions).
 */
const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid'],
  cancelled: ['paid'],
  paid: [],
}

export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_TRANSITIONS[from].includes(to)
}

/** Why a locked order is not to be packed; null if it may be. */
export async function readHeldBack(tx: Database, orderId: string): Promise<string | null> {
  const [row] = await tx.select({ heldBack: orders.heldBack }).from(orders).where(eq(orders.id, orderId))
  return row?.heldBack ?? null
}

export async function writeHeldBack(
  tx: Database,
  orderId: string,
  heldBack: string | null,
  now: Date,
): Promise<void> {
  await tx.update(orders).set({ heldBack, updatedAt: now }).where(eq(orders.id, orderId))
}
