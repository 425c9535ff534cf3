import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import { transaction } from '#server/db/transaction.ts'
import { ORDER_MOVES, type OrderMove, StockShortError } from './move.ts'
import { type StockKey, type StockQuantity, stockKeyText, sumPerStockItem } from './quantity.ts'

const s = alias(stockItems, 's')

/**
 * Moves all lines or none. Rows are locked in ascending key order (the database's own), so that two carts with the same
 * products in a different order cannot deadlock, and the UPDATE checks the quantity again. Throws StockShortError if a line
 * cannot be served: the transaction (or savepoint) must then be rolled back. The ledger's unique key rejects the same
 * move of the same order a second time, except of another of its refunds or exchanges. Returns the items of which nothing is left
 * then, on hold for nobody either.
 */
export async function moveStock(
  tx: Database,
  move: OrderMove,
  orderId: string,
  lines: readonly StockQuantity[],
  { refund = 0, exchange = 0 }: { refund?: number; exchange?: number } = {},
): Promise<StockKey[]> {
  const demands = sumPerStockItem(lines)
  const { from, to } = ORDER_MOVES[move]
  const [source, target] = [sql.identifier(from), sql.identifier(to)]
  const locked = await lockItems(tx, demands)
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(demands)}::jsonb) as wanted("productId" text, color text, size text, quantity integer)`
  const { productId, color, size } = stockItems
  const remaining = sql<number>`remaining`.as('remaining')
  const moved = tx.$with('moved', { productId, color, size, remaining }).as(
    sql`update ${stockItems} s set ${source} = s.${source} - wanted.quantity, ${target} = s.${target} + wanted.quantity
        from ${wanted} where ${SAME_ITEM} and s.${source} >= wanted.quantity
        returning s.product_id, s.color, s.size, wanted.quantity, s.available + s.held as remaining`,
  )
  const recorded = tx.$with('recorded', {}).as(
    sql`insert into ${stockMoves} (product_id, color, size, kind, quantity, order_id, refund_number, exchange_number)
      select product_id, color, size, ${move}, quantity, ${orderId}, ${refund}::smallint, ${exchange}::smallint from moved`,
  )
  const rows = await tx.with(moved, recorded).select().from(moved).prepare(`${move}_stock`).execute()
  if (rows.length < demands.length) {
    throw new StockShortError(new Map(locked.map((row) => [stockKeyText(row), row[from]])))
  }
  return rows.filter(({ remaining }) => remaining === 0)
}

/** Locks items in the order that all moves keep, and returns their rows. Called alone before several moves. */
export async function lockItems(tx: Database, items: readonly StockKey[]) {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as wanted("productId" text, color text, size text)`
  const rows = await tx
    .select()
    .from(s)
    .innerJoin(wanted, SAME_ITEM)
    .orderBy(asc(s.productId), asc(s.color), asc(s.size))
    .for('update', { of: s })
    .prepare('lock_stock')
    .execute()
  return rows.map((row) => row.s)
}

const SAME_ITEM = sql`s.product_id = wanted."productId" and s.color = wanted.color and s.size = wanted.size`

/** Adds received goods to the available stock and to the ledger. Returns the id of the move. */
export async function receiveStock(
  db: Database,
  item: StockKey,
  quantity: number,
  note: string,
): Promise<number> {
  return transaction(db, async (tx) => {
    await tx
      .insert(stockItems)
      .values({ ...item, available: quantity })
      .onConflictDoUpdate({
        target: [stockItems.productId, stockItems.color, stockItems.size],
        set: { available: sql`${stockItems.available} + ${quantity}` },
      })
    return insertMove(tx, { ...item, kind: 'receive', quantity, note })
  })
}

export type StockLevel = { available: number; held: number; sold: number }

/** Locks an item and returns its levels; undefined if the shop never had it. */
export async function lockStock(tx: Database, item: StockKey): Promise<StockLevel | undefined> {
  const rows = await tx
    .select({ available: stockItems.available, held: stockItems.held, sold: stockItems.sold })
    .from(stockItems)
    .where(isItem(stockItems, item))
    .for('update')
  return rows[0]
}

/** Adjusts the available stock of a locked item by `difference`. Returns the id of the move. */
export async function adjustStock(
  tx: Database,
  item: StockKey,
  difference: number,
  note: string,
): Promise<number> {
  await tx
    .update(stockItems)
    .set({ available: sql`${stockItems.available} + ${difference}` })
    .where(isItem(stockItems, item))
  return insertMove(tx, { ...item, kind: 'adjust', quantity: difference, note })
}

async function insertMove(tx: Database, move: typeof stockMoves.$inferInsert): Promise<number> {
  const [made] = await tx.insert(stockMoves).values(move).returning({ id: stockMoves.id })
  if (made === undefined) throw new Error('The move was not written')
  return made.id
}

const isItem = (table: typeof stockItems | typeof stockMoves, { productId, color, size }: StockKey) =>
  and(eq(table.productId, productId), eq(table.color, color), eq(table.size, size))
