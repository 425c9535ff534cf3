import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'

/** Each statement selects the rows that violate one invariant of money and stock; all must return no rows. */
const BREACHES = {
  'the stock agrees with its ledger': sql`
    select s.product_id, s.color, s.size, s.available, s.held, s.sold, m.* from stock_items s
    left join lateral (select
      coalesce(sum(case kind when 'receive' then quantity when 'adjust' then quantity when 'hold' then -quantity
        when 'release' then quantity when 'take' then -quantity when 'return' then quantity when 'unsell' then quantity
        else 0 end), 0) as available,
      coalesce(sum(case kind when 'hold' then quantity when 'release' then -quantity when 'sell' then -quantity else 0 end), 0) as held,
      coalesce(sum(case when kind in ('sell', 'take') then quantity when kind in ('return', 'unsell') then -quantity
        else 0 end), 0) as sold
      from stock_moves where product_id = s.product_id and color = s.color and size = s.size) m on true
    where (s.available, s.held, s.sold) is distinct from (m.available, m.held, m.sold)
      or least(s.available, s.held, s.sold) < 0`,
  'what is held is what pending orders and exchanges hold': sql`
    select s.product_id, s.color, s.size, s.held, coalesce(w.quantity, 0) as wanted from stock_items s
    left join (select product_id, color, size, sum(quantity) as quantity from (
      select l.product_id, l.color, l.size, l.quantity from order_lines l
        join orders o on o.id = l.order_id where o.status = 'pending'
      union all select l.product_id, l.color, x.size, x.quantity from exchange_lines x
        join exchanges e using (order_id, number) join order_lines l using (order_id, position) where e.state = 'held') h group by 1, 2, 3) w
      using (product_id, color, size)
    where s.held <> coalesce(w.quantity, 0)`,
  'what is sold is what paid orders bought, less what came back and is on sale again, and what their buyers got in exchange': sql`
    select s.product_id, s.color, s.size, s.sold, coalesce(w.quantity, 0) as wanted from stock_items s
    left join (select product_id, color, size, sum(quantity) as quantity from (
      select l.product_id, l.color, l.size, l.quantity - coalesce(b.quantity, 0) as quantity from order_lines l
        join orders o on o.id = l.order_id
        left join (select order_id, position, sum(quantity) as quantity from (
          select a.order_id, f.position, f.quantity from refund_lines f
            join refunds r on r.id = f.refund_id join payment_attempts a on a.id = r.attempt_id where f.is_restocked
          union all select x.order_id, x.position, x.quantity from exchange_lines x
            join exchanges e using (order_id, number) where e.is_restocked) back group by 1, 2) b
          on (b.order_id, b.position) = (l.order_id, l.position)
        where o.status = 'paid'
      union all select l.product_id, l.color, x.size, x.quantity from exchange_lines x
        join exchanges e using (order_id, number) join order_lines l using (order_id, position) where e.state = 'due') w group by 1, 2, 3) w
      using (product_id, color, size)
    where s.sold <> coalesce(w.quantity, 0)`,
  'a checkout has at most one live and one paid order': sql`
    select checkout_id from orders group by checkout_id
    having count(*) filter (where status = 'paid') > 1 or count(*) filter (where status = 'pending') > 1`,
  'an order is paid, and owes its buyer a confirmation, exactly if its payment succeeded': sql`
    select o.id, o.status, a.state from orders o join payment_attempts a on a.order_id = o.id
    where (o.status = 'paid') <> (a.state = 'succeeded' or o.status = 'paid' and (
        a.state = 'refunded' and exists (select 1 from review_cases c where c.order_id = o.id and c.kind = 'reversed')
        or a.state in ('refund_due', 'refund_sent', 'refunded', 'refund_stuck')
          and exists (select 1 from refunds r where r.attempt_id = a.id and r.reason = 'owner')))
      or (o.status = 'paid') <> exists (select 1 from outbox where order_id = o.id and kind = 'order_confirmed')`,
  'a pending order has a hold that expires and a payment that is due for a check': sql`
    select o.id from orders o join payment_attempts a on a.order_id = o.id
    where o.status = 'pending' and (o.hold_expires_at is null or a.next_check_at is null)`,
  'a payment to be returned has a refund of no less than was asked for it, unless other money came': sql`
    select a.id, a.state from payment_attempts a left join refunds r on r.reference = a.reference
    where a.state in ('refund_due', 'refund_sent') and (r.id is null or r.amount_kobo < 1
      or r.reason not in ('owner', 'mismatch') and r.amount_kobo < a.amount_kobo)`,
  "an owner's refund of a paid order is in the audit log": sql`
    select r.id from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id
    where r.reason = 'owner' and (o.status <> 'paid' or r.amount_kobo < 1
      or not exists (select 1 from audit_log l where l.subject = o.id and l.action = 'order.refund'))`,
  'the refunds of a payment do not sum above it, and each but the last has the number of the provider': sql`
    select a.id from payment_attempts a join refunds r on r.attempt_id = a.id where r.reason = 'owner'
    group by a.id having sum(r.amount_kobo) filter (where r.state <> 'failed') > max(a.amount_kobo)
      or max(r.number) <> count(*)
      or count(*) filter (where r.provider_refund_id is null and r.state <> 'failed'
        and r.number < (select max(number) from refunds l where l.attempt_id = a.id)) > 0`,
  'no more pieces are refunded than were bought': sql`
    select l.order_id, l.position from order_lines l join payment_attempts a on a.order_id = l.order_id
    join refunds r on r.attempt_id = a.id join refund_lines f on f.refund_id = r.id and f.position = l.position
    group by l.order_id, l.position, l.quantity
    having greatest(sum(f.quantity) filter (where r.state <> 'failed'), sum(f.quantity) filter (where f.is_restocked)) > l.quantity`,
  'an order charges the sum of its lines and its fee': sql`
    select o.id from orders o where o.total_kobo <> o.shipping_fee_kobo +
      (select sum(l.unit_price_kobo * l.quantity) from order_lines l where l.order_id = o.id)
      or o.total_kobo <> (select a.amount_kobo from payment_attempts a where a.order_id = o.id)`,
}

/** Throws with the rows that violate an invariant of stock, orders and money. Call it after every scenario. */
export async function checkLedger(db: Database): Promise<void> {
  for (const [invariant, query] of Object.entries(BREACHES)) {
    const breaches = await rowsOf(db, query)
    if (breaches.length > 0) throw new Error(`Broken: ${invariant}\n${JSON.stringify(breaches, null, 2)}`)
  }
}
