import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import type { Figures } from '#server/metrics/shop-figures.ts'
import { isStillMade } from '#server/product/for-sale.ts'

const GIVEN_UP_SHOWN_FOR = '7 days'

/**
 * One statement that reads only open rows, through partial indexes, and joins them by unique keys: its cost does not
 * grow with the number of completed rows.
 */
export async function readFigures(db: Database, now: Date): Promise<Figures> {
  const at = timestamptz(now)
  const age = (moment: ReturnType<typeof sql>) =>
    sql`coalesce(greatest(extract(epoch from ${at} - min(${moment})), 0), 0)::float8`
  const [figures] = await rowsOf<Figures>(
    db,
    sql`with live as (select id, hold_expires_at from orders where status = 'pending'),
      held as (select l.product_id, sum(l.quantity) as quantity
        from live join order_lines l on l.order_id = live.id group by 1),
      overdue as (select hold_expires_at from live where hold_expires_at < ${at}),
      events as (select received_at from provider_events where settled_at is null),
      mails as (select created_at from outbox where sent_at is null and given_up_at is null),
      reviewed as (select distinct order_id from review_cases where closed_at is null)
    select (select count(*) from live)::int as orders_pending,
      (select coalesce(sum(quantity), 0) from held)::int as held_units,
      (select count(*) from overdue)::int as holds_overdue,
      (select ${age(sql`hold_expires_at`)} from overdue) as hold_overdue_seconds,
      (select count(*) from held where quantity >
        (select sum(s.available) from stock_items s join products p on p.id = s.product_id
          where s.product_id = held.product_id and ${isStillMade(alias(stockItems, 's'), alias(products, 'p'))})
        )::int as products_half_held,
      (select count(*) from reviewed)::int as orders_needing_review,
      (select count(*) from events)::int as provider_events_unsettled,
      (select ${age(sql`received_at`)} from events) as provider_event_oldest_seconds,
      (select count(*) from refunds where state in ('requested', 'sent'))::int as refunds_open,
      (select count(*) from reviewed join payment_attempts a using (order_id) join refunds r on r.reference = a.reference
        where r.state = 'failed')::int as refunds_stuck,
      (select count(*) from mails)::int as mails_unsent,
      (select ${age(sql`created_at`)} from mails) as mail_oldest_seconds,
      (select count(*) from outbox where given_up_at > ${at} - ${GIVEN_UP_SHOWN_FOR}::interval)::int as mails_given_up`,
  )
  if (figures === undefined) throw new Error('The database answered without figures')
  return figures
}
