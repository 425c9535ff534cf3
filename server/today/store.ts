import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { providerEvents } from '#server/db/schema/payment.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { lagosDate, timestamptz } from '#server/db/timestamptz.ts'
import { isNotWaiting } from '#server/mail/store.ts'
import { isForSale } from '#server/product/for-sale.ts'
import type { Kobo } from '#shared/naira.ts'

const DAYS = 14

/** What came in by day in Lagos, by when the shop learned of it: today last, days without a sale too. */
export async function listTakings(
  db: Database,
  now: Date,
): Promise<{ day: string; takings: Kobo; orders: number }[]> {
  return rowsOf(
    db,
    sql`select d.day::text as day, coalesce(sum(o.total_kobo), 0)::float8 as takings, count(o.id)::int as orders
      from (select ${lagosDate(timestamptz(now))} - n as day from generate_series(0, ${DAYS - 1}) n) d
      left join ${orders} o on o.status = 'paid'
        and o.confirmed_at >= d.day::timestamp at time zone 'Africa/Lagos'
        and o.confirmed_at < (d.day + 1)::timestamp at time zone 'Africa/Lagos'
      group by d.day order by d.day`,
  )
}

const LOW_MAX = 3
const LISTED = 8

/** What was bought in the last 30 days, is still sold and has at most 3 pieces left: the best sellers first. */
export async function listLowStock(
  db: Database,
  now: Date,
): Promise<{ productId: string; name: string; color: string; size: string; available: number }[]> {
  return rowsOf(
    db,
    sql`select s.product_id as "productId", p.name, s.color, s.size, s.available from ${stockItems} s
      join ${products} p on p.id = s.product_id and ${isForSale(alias(stockItems, 's'), alias(products, 'p'))}
      join (select l.product_id, l.color, l.size, sum(l.quantity) as pieces from ${orders} o
        join ${orderLines} l on l.order_id = o.id
        where o.status = 'paid' and o.confirmed_at > ${timestamptz(now)} - interval '30 days'
        group by l.product_id, l.color, l.size) sold
        on (sold.product_id, sold.color, sold.size) = (s.product_id, s.color, s.size)
      where s.available <= ${LOW_MAX} order by sold.pieces desc, p.name, s.color, s.size limit ${LISTED}`,
  )
}

/** What should have gone out, or been settled, 5 minutes ago. */
export async function readHealth(db: Database, now: Date) {
  const late = sql`${timestamptz(now)} - interval '5 minutes'`
  const [mailsWaiting, paymentsWaiting] = await Promise.all([
    db.$count(
      outbox,
      sql`sent_at is null and given_up_at is null and created_at < ${late} and ${isNotWaiting(now)}`,
    ),
    db.$count(providerEvents, sql`settled_at is null and received_at < ${late}`),
  ])
  return { mailsWaiting, paymentsWaiting }
}
