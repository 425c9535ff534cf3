import { and, asc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { orderLines } from '#server/db/schema/order.ts'
import { paymentAttempts, refundLines, refunds } from '#server/db/schema/payment.ts'
import { returnRequestLines, returnRequests } from '#server/db/schema/return.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { isForSale } from '#server/product/for-sale.ts'

type RequestRow = typeof returnRequests.$inferSelect
/** `size` is what the buyer would like instead; null if they asked for their money. */
export type ReturnedLine = { position: number; quantity: number; size: string | null }
export type Request = RequestRow & { lines: readonly ReturnedLine[] }
export type NewRequest = Pick<
  Request,
  'orderId' | 'number' | 'reason' | 'words' | 'wish' | 'askedAt' | 'lines'
>

/** The requests about an order, in the order in which they were made. */
export function listRequestsOf(db: Database, orderId: string): Promise<Request[]> {
  return listRequests(db, eq(returnRequests.orderId, orderId))
}

/** What is to be answered, and what is on its way back, oldest first. */
export function listOpenRequests(db: Database): Promise<Request[]> {
  return listRequests(db, inArray(returnRequests.state, ['asked', 'approved']))
}

async function listRequests(db: Database, which: SQL): Promise<Request[]> {
  const rows = await db
    .select()
    .from(returnRequests)
    .where(which)
    .orderBy(asc(returnRequests.askedAt), asc(returnRequests.number))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select()
    .from(returnRequestLines)
    .where(inArray(returnRequestLines.requestId, ids))
    .orderBy(asc(returnRequestLines.position))
  const linesOf = Map.groupBy(lines, ({ requestId }) => requestId)
  return rows.map((row) => ({
    ...row,
    lines: (linesOf.get(row.id) ?? []).map(({ position, quantity, size }) => ({ position, quantity, size })),
  }))
}

/** A request never leaves its order, so this may be read before anything is locked. */
export async function findOrderIdOf(db: Database, requestId: string): Promise<string | undefined> {
  const rows = await db
    .select({ orderId: returnRequests.orderId })
    .from(returnRequests)
    .where(eq(returnRequests.id, requestId))
  return rows[0]?.orderId
}

/** Inserts a request about a locked order. */
export async function insertRequest(tx: Database, { lines, ...row }: NewRequest): Promise<void> {
  const id = newId()
  await tx.insert(returnRequests).values({ ...row, id })
  await tx
    .insert(returnRequestLines)
    .values(lines.map((line) => ({ ...line, requestId: id, orderId: row.orderId })))
}

/** Changes a request about a locked order. */
export async function changeRequest(
  tx: Database,
  id: string,
  changed: Partial<
    Pick<RequestRow, 'state' | 'wish' | 'answer' | 'answeredAt' | 'answeredBy' | 'receivedAt' | 'receivedBy'>
  >,
): Promise<void> {
  await tx.update(returnRequests).set(changed).where(eq(returnRequests.id, id))
}

export type OtherSize = { position: number; size: string; available: number }

/** In which other sizes each of an order's lines is there now, in the same colour. */
export async function listOtherSizes(db: Database, orderId: string): Promise<OtherSize[]> {
  return db
    .select({ position: orderLines.position, size: stockItems.size, available: stockItems.available })
    .from(orderLines)
    .innerJoin(
      stockItems,
      and(
        eq(stockItems.productId, orderLines.productId),
        eq(stockItems.color, orderLines.color),
        ne(stockItems.size, orderLines.size),
        gt(stockItems.available, 0),
      ),
    )
    .innerJoin(products, eq(products.id, stockItems.productId))
    .where(and(eq(orderLines.orderId, orderId), isForSale(stockItems, products)))
    .orderBy(asc(orderLines.position), sql`array_position(${products.sizes}, ${stockItems.size})`)
}

/** How many pieces of each of an order's lines were refunded, or are on sale again although that failed. */
export async function countRefunded(db: Database, orderId: string): Promise<ReadonlyMap<number, number>> {
  const { position, quantity, isRestocked } = refundLines
  const rows = await db
    .select({
      position,
      pieces: sql<number>`greatest(sum(${quantity}) filter (where ${ne(refunds.state, 'failed')}),
        sum(${quantity}) filter (where ${isRestocked}), 0)::int`,
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(eq(paymentAttempts.orderId, orderId))
    .groupBy(position)
  return new Map(rows.map((row) => [row.position, row.pieces]))
}
