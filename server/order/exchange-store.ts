import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orderLines } from '#server/db/schema/order.ts'
import { exchangeLines, exchanges } from '#server/db/schema/return.ts'
import type { StockQuantity } from '#server/stock/quantity.ts'

type ExchangeRow = typeof exchanges.$inferSelect
/** The pieces that the buyer gets, for as many of an order's line. */
export type ExchangeLine = StockQuantity & { position: number }
export type Exchange = ExchangeRow & { lines: readonly ExchangeLine[] }

/** The exchanges of each of these orders, ended ones too, by their number. */
export async function listExchanges(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Exchange[]>> {
  const rows = await db
    .select()
    .from(exchanges)
    .where(inArray(exchanges.orderId, [...orderIds]))
    .orderBy(asc(exchanges.orderId), asc(exchanges.number))
  if (rows.length === 0) return new Map()
  const { orderId, number, position, size, quantity } = exchangeLines
  const lines = await db
    .select({
      orderId,
      number,
      position,
      size,
      quantity,
      productId: orderLines.productId,
      color: orderLines.color,
    })
    .from(exchangeLines)
    .innerJoin(orderLines, and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(position))
  const withLines = rows.map((row) => ({
    ...row,
    lines: lines.flatMap(({ orderId: of, number: n, ...line }) =>
      of === row.orderId && n === row.number ? [line] : [],
    ),
  }))
  return Map.groupBy(withLines, (exchange) => exchange.orderId)
}

export async function listExchangesOf(db: Database, orderId: string): Promise<readonly Exchange[]> {
  return (await listExchanges(db, [orderId])).get(orderId) ?? []
}

/** Of those whose time is over, at most `limit`, the oldest first. */
export async function listOverdueHolds(db: Database, now: Date, limit: number) {
  return db
    .select({ orderId: exchanges.orderId, number: exchanges.number })
    .from(exchanges)
    .where(and(eq(exchanges.state, 'held'), lt(exchanges.heldUntil, now)))
    .orderBy(asc(exchanges.heldUntil))
    .limit(limit)
}

/** Inserts an exchange of a locked order. */
export async function insertExchange(tx: Database, { lines, ...row }: Exchange): Promise<void> {
  await tx.insert(exchanges).values(row)
  const { orderId, number } = row
  await tx
    .insert(exchangeLines)
    .values(lines.map(({ position, quantity, size }) => ({ orderId, number, position, quantity, size })))
}

/** Changes an exchange of a locked order. */
export async function changeExchange(
  tx: Database,
  { orderId, number }: Pick<Exchange, 'orderId' | 'number'>,
  changed: Partial<Pick<ExchangeRow, 'state' | 'isRestocked'>>,
): Promise<void> {
  await tx
    .update(exchanges)
    .set(changed)
    .where(and(eq(exchanges.orderId, orderId), eq(exchanges.number, number)))
}

/**
 * How many pieces of a line the buyer has no more, or gave for others: a refund puts none of these back on sale, since they are
 * already, or never will be.
 */
export function countExchanged(all: readonly Exchange[], position: number): number {
  const gone = all.filter(({ state, isRestocked }) => state === 'due' || isRestocked)
  // All exchanges of a request are for the same pieces.
  const ofEach = new Map(gone.map(({ requestId, lines }) => [requestId, lines]))
  return [...ofEach.values()]
    .flat()
    .reduce((sum, line) => (line.position === position ? sum + line.quantity : sum), 0)
}
