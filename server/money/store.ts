import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { orderLines, orders, reviewCases } from '#server/db/schema/order.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import { lagosDate } from '#server/db/timestamptz.ts'
import type { Kobo } from '#shared/naira.ts'
import type { Period } from './period.ts'
import { isWithin } from './period-store.ts'

export type Sums = { goods: Kobo; delivery: Kobo; refunds: Kobo; fees: Kobo; orders: number }
export type DaySums = Sums & { day: string; feesUnknown: number }

/** Each day of the period: what was paid, by when the shop learned of it, and returned, by when that was asked for. */
export async function listDays(db: Database, period: Period): Promise<DaySums[]> {
  const paidOn = lagosDate(sql`o.confirmed_at`)
  const returnedOn = lagosDate(sql`r.at`)
  return rowsOf(
    db,
    sql`with sales as (
        select ${paidOn} as day, count(*) as orders, sum(o.total_kobo - o.shipping_fee_kobo) as goods,
          sum(o.shipping_fee_kobo) as delivery, coalesce(sum(a.fees_kobo), 0) as fees,
          count(*) filter (where a.fees_kobo is null) as fees_unknown
        from ${orders} o join ${paymentAttempts} a on a.order_id = o.id
        where o.status = 'paid' and ${isWithin(sql`o.confirmed_at`, period)} group by 1
      ), returned as (
        select ${returnedOn} as day, sum(r.amount_kobo) as refunds from (${RETURNED}) r
        where ${isWithin(sql`r.at`, period)} group by 1
      )
      select d.day::date::text as day, coalesce(s.orders, 0)::int as orders, coalesce(s.goods, 0)::float8 as goods,
        coalesce(s.delivery, 0)::float8 as delivery, coalesce(s.fees, 0)::float8 as fees,
        coalesce(s.fees_unknown, 0)::int as "feesUnknown", coalesce(r.refunds, 0)::float8 as refunds
      from generate_series(${period.since}::date, ${period.until}::date, interval '1 day') d(day)
      left join sales s on s.day = d.day::date left join returned r on r.day = d.day::date order by d.day`,
  )
}

/** Money of paid orders that is returned or on its way: by us, and what the bank took back besides. */
const RETURNED = sql`select r.created_at as at, r.amount_kobo from ${refunds} r
    join ${paymentAttempts} a on a.id = r.attempt_id join ${orders} o on o.id = a.order_id
    where o.status = 'paid' and r.state <> 'failed'
  union all select a.updated_at, a.amount_kobo - coalesce((select sum(r.amount_kobo) from ${refunds} r
      where r.attempt_id = a.id and r.state <> 'failed'), 0) from ${paymentAttempts} a
    join ${orders} o on o.id = a.order_id where o.status = 'paid' and a.state = 'refunded'`

const PRODUCTS_MAX = 50

/** What sold best in the period, by what was paid for it; under the name that it was last sold by. */
export async function listProductSums(
  db: Database,
  period: Period,
): Promise<{ productId: string; name: string; pieces: number; goods: Kobo }[]> {
  return rowsOf(
    db,
    sql`select l.product_id as "productId", (array_agg(l.name order by o.confirmed_at desc))[1] as name,
        sum(l.quantity)::int as pieces, sum(l.quantity * l.unit_price_kobo)::float8 as goods
      from ${orders} o join ${orderLines} l on l.order_id = o.id
      where o.status = 'paid' and ${isWithin(sql`o.confirmed_at`, period)}
      group by l.product_id order by goods desc, name limit ${PRODUCTS_MAX}`,
  )
}

/** Orders of which shop and provider do not say the same, and nobody has closed that. */
export async function readDisagreement(db: Database): Promise<{ orders: number; total: Kobo }> {
  const [row] = await rowsOf<{ orders: number; total: Kobo }>(
    db,
    sql`select count(*)::int as orders, coalesce(sum(o.total_kobo), 0)::float8 as total from ${orders} o
      where o.id in (select c.order_id from ${reviewCases} c where c.closed_at is null and c.kind in
        ('reversed', 'mismatch', 'paid-after-mismatch', 'refund-stuck', 'external-refund', 'unsettled'))`,
  )
  return row ?? { orders: 0, total: 0 }
}
