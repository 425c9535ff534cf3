import { and, asc, eq, ilike, inArray, lte, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { auditLog } from '#server/db/schema/shop.ts'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import { isForSale } from '#server/product/for-sale.ts'
import type { StockKey } from './quantity.ts'

export type ProductChoices = { id: string; sku: string; name: string; colors: string[]; sizes: string[] }

/** The products that match an owner's input: by SKU or id, or by their full name in any case. */
export async function listProductsNamed(db: Database, name: string): Promise<ProductChoices[]> {
  const { id, sku, colors, sizes } = products
  const columns = { id, sku, name: products.name, colors, sizes }
  const exact = await db
    .select(columns)
    .from(products)
    .where(or(eq(sku, name), eq(id, name)))
  if (exact.length > 0) return exact
  // Escape the wildcards of LIKE.
  const pattern = name.replaceAll(/[\\%_]/g, '\\$&')
  return db
    .select(columns)
    .from(products)
    .where(or(ilike(products.name, pattern), ilike(sku, pattern)))
    .orderBy(asc(sku))
}

/**
 * Stock levels by product, colour and size; with `low`, only items for sale of which at most that many are available.
 */
export async function listStock(
  db: Database,
  which: { low?: number | undefined; productId?: string | undefined },
) {
  return db
    .select({
      productId: stockItems.productId,
      sku: products.sku,
      name: products.name,
      color: stockItems.color,
      size: stockItems.size,
      available: stockItems.available,
      held: stockItems.held,
      sold: stockItems.sold,
      /** Not so for a retired product, or a colour or size that an import dropped. */
      isForSale: sql<boolean>`${isForSale(stockItems, products)}`,
    })
    .from(stockItems)
    .innerJoin(products, eq(products.id, stockItems.productId))
    .where(
      and(
        which.low === undefined
          ? undefined
          : and(lte(stockItems.available, which.low), isForSale(stockItems, products)),
        which.productId === undefined ? undefined : eq(stockItems.productId, which.productId),
      ),
    )
    .orderBy(
      ...(which.low === undefined ? [] : [asc(stockItems.available)]),
      asc(products.sku),
      asc(stockItems.color),
      asc(stockItems.size),
    )
}

type MoveRow = Pick<typeof stockMoves.$inferSelect, 'kind' | 'quantity' | 'note'> & {
  id: string
  order_id: string | null
  exchange_number: number
  created_at: string
  actor: string | null
  /** The stock levels after this move. */
  available: number
  held: number
  sold: number
}

/**
 * The newest `limit` moves of an item, newest first, with the stock levels after each and the actor of those made by
 * hand.
 */
export async function listMoves(db: Database, item: StockKey, limit: number) {
  const rows = await rowsOf<MoveRow>(
    db,
    sql`with m as (select *,
          sum(case kind when 'receive' then quantity when 'adjust' then quantity when 'release' then quantity
            when 'return' then quantity when 'unsell' then quantity
            when 'hold' then -quantity when 'take' then -quantity else 0 end) over (order by id) as available,
          sum(case kind when 'hold' then quantity when 'release' then -quantity when 'sell' then -quantity else 0 end)
            over (order by id) as held,
          sum(case when kind in ('sell', 'take') then quantity when kind in ('return', 'unsell') then -quantity else 0 end)
            over (order by id) as sold
        from ${stockMoves} where product_id = ${item.productId} and color = ${item.color} and size = ${item.size}
        order by id desc limit ${limit}),
      -- Read once: the log has no index for this, and is never emptied.
      acts as materialized (select (details->>'move')::bigint as move, actor from ${auditLog}
        where action in ('stock.receive', 'stock.set') and exists (select from m where m.kind in ('receive', 'adjust')))
      select m.id::text, m.kind, m.quantity, m.order_id, m.exchange_number, m.note, to_json(m.created_at)#>>'{}' as created_at,
        m.available::int, m.held::int, m.sold::int, acts.actor
      from m left join acts on acts.move = m.id
      order by m.id desc`,
  )
  return rows.map(({ id, order_id, exchange_number, created_at, ...row }) => ({
    ...row,
    id: Number(id),
    orderId: order_id,
    exchangeNumber: exchange_number,
    createdAt: new Date(created_at),
  }))
}

/** Pieces of an item sold in the last `days` days, by the clock of the database, which also dates the ledger. */
export async function countSoldLately(
  db: Database,
  { productId, color, size }: StockKey,
  days: number,
): Promise<number> {
  const rows = await db
    .select({ pieces: sql<number>`coalesce(sum(${stockMoves.quantity}), 0)::int` })
    .from(stockMoves)
    .where(
      and(
        eq(stockMoves.productId, productId),
        eq(stockMoves.color, color),
        eq(stockMoves.size, size),
        inArray(stockMoves.kind, ['sell', 'take']),
        sql`${stockMoves.createdAt} > now() - make_interval(days => ${days}::int)`,
      ),
    )
  return rows[0]?.pieces ?? 0
}
