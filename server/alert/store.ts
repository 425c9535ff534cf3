import { lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { alerts } from '#server/db/schema/alert.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import { isForSale } from '#server/product/for-sale.ts'
import type { Kobo } from '#shared/naira.ts'
import type { AlertKind } from './alert.ts'

/** False if it is there already. */
export async function insertAlert(tx: Database, alert: typeof alerts.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(alerts).values(alert).onConflictDoNothing().returning({ kind: alerts.kind })
  return rows.length > 0
}

export async function hasAlert(db: Database, kind: AlertKind, subject: string): Promise<boolean> {
  return (await db.$count(alerts, sql`${alerts.kind} = ${kind} and ${alerts.subject} = ${subject}`)) > 0
}

export async function deleteAlertsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(alerts).where(lt(alerts.createdAt, before))
}

/** So many pieces in 30 days make a best seller, as does the tag. */
const BEST_SELLER_PIECES = 10

/** An item in stock. */
export type Item = { productId: string; color: string; size: string }

/** Of these items, the best sellers that are still for sale. */
export async function listBestSellers(
  tx: Database,
  items: readonly Item[],
  now: Date,
): Promise<(Item & { name: string })[]> {
  const asked = items.map(({ productId, color, size }) => ({ productId, color, size }))
  return rowsOf(
    tx,
    sql`select s.product_id as "productId", p.name, s.color, s.size
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked("productId" text, color text, size text)
      join ${stockItems} s on s.product_id = asked."productId" and s.color = asked.color and s.size = asked.size
      join ${products} p on p.id = s.product_id and ${isForSale(alias(stockItems, 's'), alias(products, 'p'))}
      where ('BestSellers' = any(p.tags) or ${BEST_SELLER_PIECES} <=
        (select sum(l.quantity) from ${orderLines} l join ${orders} o on o.id = l.order_id
          where l.product_id = p.id and o.status = 'paid' and o.confirmed_at > ${timestamptz(now)} - interval '30 days'))
      group by s.product_id, p.name, s.color, s.size order by p.name, s.color, s.size`,
  )
}

/** What became paid from one time to another. */
export async function sumOrders(
  db: Database,
  from: Date,
  until: Date,
): Promise<{ orders: number; takings: Kobo }> {
  const [sum] = await rowsOf<{ orders: number; takings: Kobo }>(
    db,
    sql`select count(*)::int as orders, coalesce(sum(total_kobo), 0)::float8 as takings from ${orders}
      where status = 'paid' and confirmed_at >= ${timestamptz(from)} and confirmed_at < ${timestamptz(until)}`,
  )
  return sum ?? { orders: 0, takings: 0 }
}
