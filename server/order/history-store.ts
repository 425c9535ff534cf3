import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders, paymentAttempts } from '#server/db/schema.ts'
import type { Order } from '#shared/contract/order.ts'
import { ORDERS_LISTED_MAX } from '#shared/limits.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { orderArrival } from './arrival.ts'
import { isOrderOf } from './ownership.ts'

/** The user's newest orders, newest first, at most ORDERS_LISTED_MAX. */
export function listOrdersOf(db: Database, userId: string): Promise<Order[]> {
  return selectOrders(db, isOrderOf(db, userId))
}

/** Undefined if there is no such order or it belongs to somebody else; the statement does not distinguish the two. */
export async function findOrderOf(db: Database, userId: string, orderId: string): Promise<Order | undefined> {
  const found = await selectOrders(db, and(eq(orders.id, orderId), isOrderOf(db, userId)))
  return found[0]
}

async function selectOrders(db: Database, which: SQL | undefined): Promise<Order[]> {
  const rows = await db
    .select({ order: orders, reference: paymentAttempts.reference })
    .from(orders)
    .leftJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(which)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(ORDERS_LISTED_MAX)
  const ids = rows.map(({ order }) => order.id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const linesOf = Map.groupBy(lines, (line) => line.orderId)
  return rows.map(({ order, reference }) => presentOrder(order, reference, linesOf.get(order.id) ?? []))
}

function presentOrder(
  row: typeof orders.$inferSelect,
  reference: string | null,
  lines: (typeof orderLines.$inferSelect)[],
): Order {
  const { fullName, email, phone, address, city, state, country } = row
  return {
    _id: row.id,
    items: lines.map(({ productId, name, image, quantity, color, size, unitPrice }) => ({
      productId,
      name,
      image,
      quantity,
      color,
      size,
      price: nairaFromKobo(unitPrice),
    })),
    shippingInfo: { fullName, email, phone, address, city, state, country },
    email,
    totalAmount: nairaFromKobo(row.total),
    shippingFee: nairaFromKobo(row.shippingFee),
    status: row.status,
    paymentReference: reference,
    paidAt: row.paidAt?.toISOString() ?? null,
    arrival: orderArrival(row),
    createdAt: row.createdAt.toISOString(),
  }
}
