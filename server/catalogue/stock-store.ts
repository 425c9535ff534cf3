import { and, count, eq, gt, inArray, not, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import { isStillMade } from '#server/product/for-sale.ts'
import { stockKeyText } from '#server/stock/quantity.ts'
import type { StockRow } from './catalogue.ts'
import { batchesOf } from './store.ts'

export type StockWrite = StockRow & { productId: string }

/** Receives stock for colours and sizes that are new to the shop; existing ones do not change. Returns the units received. */
export async function receiveNewStock(tx: Database, rows: readonly StockWrite[]): Promise<number> {
  if (rows.length === 0) return 0
  const inserted = await tx
    .insert(stockItems)
    .values(rows.map(({ quantity, ...item }) => ({ ...item, available: quantity })))
    .onConflictDoNothing()
    .returning()
  const received = inserted.filter((item) => item.available > 0)
  if (received.length > 0) {
    await tx.insert(stockMoves).values(
      received.map(({ productId, color, size, available }) => ({
        productId,
        color,
        size,
        quantity: available,
        kind: 'receive' as const,
        note: 'import',
      })),
    )
  }
  return received.reduce((sum, item) => sum + item.available, 0)
}

type DifferingRow = { product_id: string; color: string; size: string; difference: number }

/**
 * Sets the available stock of the given products to the file's quantities, and to 0 where the file has no row. Held and
 * sold quantities do not change, and rows that already match are not locked. Returns how many colours and sizes changed.
 */
export async function adjustStock(
  tx: Database,
  productIds: readonly string[],
  rows: readonly StockWrite[],
): Promise<number> {
  if (productIds.length === 0) return 0
  // Orders lock the rows in this order too, which prevents deadlocks.
  const differing = await rowsOf<DifferingRow>(
    tx,
    sql`select s.product_id, s.color, s.size, coalesce(wanted.quantity, 0) - s.available as difference
      from ${stockItems} s left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as wanted("productId" text, color text, size text, quantity integer)
        on s.product_id = wanted."productId" and s.color = wanted.color and s.size = wanted.size
      where s.product_id in (select jsonb_array_elements_text(${JSON.stringify(productIds)}::jsonb))
        and s.available <> coalesce(wanted.quantity, 0)
      order by s.product_id, s.color, s.size for update of s`,
  )
  for (const batch of batchesOf(differing)) {
    await tx.execute(
      sql`update ${stockItems} s set available = s.available + change.difference
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
          as change(product_id text, color text, size text, difference integer)
        where s.product_id = change.product_id and s.color = change.color and s.size = change.size`,
    )
    await tx.insert(stockMoves).values(
      batch.map(({ product_id, color, size, difference }) => ({
        productId: product_id,
        color,
        size,
        quantity: difference,
        kind: 'adjust' as const,
        note: 'import --stock',
      })),
    )
  }
  return differing.length
}

/** Counts the colours and sizes of the given products that have stock although the file does not name them. */
export async function countStockNotIn(
  tx: Database,
  productIds: readonly string[],
  rows: readonly StockWrite[],
): Promise<number> {
  if (productIds.length === 0) return 0
  const wanted = new Set(rows.map(stockKeyText))
  const present = await tx
    .select()
    .from(stockItems)
    .where(and(inArray(stockItems.productId, [...productIds]), sql`${stockItems.available} > 0`))
  return present.filter((item) => !wanted.has(stockKeyText(item))).length
}

/** Counts the colours and sizes with stock in which the given products do not come. */
export async function countStockDropped(tx: Database, productIds: readonly string[]): Promise<number> {
  if (productIds.length === 0) return 0
  const [found] = await tx
    .select({ count: count() })
    .from(stockItems)
    .innerJoin(products, eq(products.id, stockItems.productId))
    .where(
      and(
        inArray(stockItems.productId, [...productIds]),
        gt(stockItems.available, 0),
        not(isStillMade(stockItems, products)),
      ),
    )
  return found?.count ?? 0
}
