import { and, eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwed } from '#server/mail/store.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { listOrderOverview } from '#server/order/overview-store.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { readFigures } from '#server/shop-figures/store.ts'
import { DAY_MS } from '#shared/duration.ts'
import { PASSWORD } from '#test/support/login.ts'
import {
  getOrderOf,
  initialize,
  newKey,
  passTime,
  pay,
  purchase,
  seedPlace,
  seedProduct,
  verify,
} from '#test/support/purchase.ts'
import { reviewOf } from '#test/support/review.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { outbox } from './schema/mail.ts'

/** A large shop's orders of a month, each of a different shopper, all completed. */
const ORDERS = 5_000
/** Rows of one table that each flow below may read in total. A single full scan would read ten times as many. */
const ROWS_READ_MAX = 500

/** Disables triggers and foreign keys while inserting. */
const FILL = `
  set session_replication_role = replica;
  insert into checkouts select 'past-' || n from generate_series(1, ${ORDERS}) n;
  insert into users (id, email, full_name, password_hash, email_verified_at)
    select 'past-' || n, 'past-' || n || '@example.com', 'Ada Obi', 'none', now() from generate_series(1, ${ORDERS}) n;
  insert into sessions (token_hash, user_id, expires_at) select 'past-' || n, 'past-' || n, now() + interval '7 days' from generate_series(1, ${ORDERS}) n;
  insert into codes (id, email, purpose, code_hash, used_at, expires_at)
    select 'past-' || n, 'past-' || n || '@example.com', 'verify_email', 'none', now(), now() from generate_series(1, ${ORDERS}) n;
  insert into orders (id, checkout_id, user_id, email, status, total_kobo, shipping_fee_kobo, shipping_place, full_name, phone, address, city, state, country, content_hash, paid_at, confirmed_at)
    select 'past-' || n, 'past-' || n, 'past-' || n, 'past-' || n || '@example.com', case when n % 2 = 0 then 'paid' else 'cancelled' end, 1550000, 300000, 'Lekki',
      'Ada Obi', '0803', '12 Admiralty Way', 'Eti-Osa', 'Lagos', 'Nigeria', n::text, case when n % 2 = 0 then now() end, case when n % 2 = 0 then timestamptz '2026-11-01' end
    from generate_series(1, ${ORDERS}) n;
  insert into order_lines (order_id, position, product_id, name, image, color, size, unit_price_kobo, quantity)
    select 'past-' || n, 0, 'past-' || n, 'Tee', '', 'black', 'M', 1250000, 1 from generate_series(1, ${ORDERS}) n;
  insert into payment_attempts (id, order_id, provider, reference, amount_kobo, state)
    select 'past-' || n, 'past-' || n, 'paystack', 'JARA-past-' || n, 1550000, case when n % 2 = 0 then 'succeeded' else 'expired' end from generate_series(1, ${ORDERS}) n;
  insert into stock_moves (product_id, color, size, kind, quantity, order_id)
    select 'past-' || n, 'black', 'M', 'hold', 1, 'past-' || n from generate_series(1, ${ORDERS}) n;
  insert into provider_events (body_hash, event, reference, settled_at) select n::text, 'charge.success', 'JARA-past-' || n, now() from generate_series(1, ${ORDERS}) n;
  insert into refunds (id, attempt_id, reference, amount_kobo, state, reason)
    select 'past-' || n, 'past-' || n, 'JARA-past-' || n, 1550000, 'done', 'out-of-stock' from generate_series(1, ${ORDERS}) n;
  insert into outbox (id, order_id, kind, recipient, sent_at)
    select 'past-' || n, 'past-' || n, 'order_confirmed', 'past-' || n || '@example.com', now() from generate_series(1, ${ORDERS}) n;
  insert into review_cases (order_id, kind, opened_at, closed_at)
    select 'past-' || n, 'disputed', now(), now() from generate_series(1, ${ORDERS}) n;
  insert into recent_tries (key, tried_at_ms, last_at) select 'past-' || n, array[1795165140000], '2026-11-20 08:59:00Z' from generate_series(1, ${ORDERS}) n;
  insert into audit_log (action, subject) select 'order.list', 'past-' || n from generate_series(1, ${ORDERS}) n;
  analyze`

let shop: TestShop
let admin: pg.Client
beforeAll(async () => {
  shop = await openTestShop()
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 100 }] })
  admin = new pg.Client({ connectionString: shop.databaseUrl })
  await admin.connect()
  await admin.query(FILL)
})
afterAll(async () => {
  await admin.end()
  await shop.close()
})

/** Rows read, by table. */
async function countRowsRead(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    await shop.db.execute('select pg_stat_force_next_flush()')
    const { rows } = await admin.query<{ name: string; read: number }>(
      `select relname as name, (seq_tup_read + coalesce((select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0))::int as read
        from pg_stat_user_tables t where schemaname = 'public'`,
    )
    return new Map(rows.map((row) => [row.name, row.read]))
  }
  const before = await read()
  await run()
  const after = await read()
  return Object.fromEntries([...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)]))
}

async function begin(key = newKey(), quantity = 1): Promise<string> {
  const { status, body } = await initialize(shop, purchase([{ productId: 'tee', quantity }]), key)
  expect(status).toBe(200)
  return body.data.reference
}

/** Scanned once an hour by the sweeps that clean them: they hold only live rows. */
const CLEANED = new Set(['codes', 'sessions'])

const FLOWS: Record<string, () => Promise<unknown>> = {
  'a payment that is started, repeated, edited and paid': async () => {
    const key = newKey()
    await begin(key)
    const reference = await begin(key, 2)
    await pay(shop, reference)
    expect((await verify(shop, reference)).body.payment.status).toBe('paid')
  },
  'the periodic work, with an abandoned order and one that is paid late': async () => {
    const [walked, late] = [await begin(), await begin()]
    passTime(shop, 31)
    await shop.jobs.runDue()
    await pay(shop, late)
    await settle(shop, late, 'webhook')
    await shop.jobs.runDue()
    expect((await verify(shop, walked)).body.payment.status).toBe('cancelled')
    expect((await verify(shop, late)).body.payment.status).toBe('paid')
  },
  'a disputed payment, counted in the metrics and closed': async () => {
    const reference = await begin()
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    const { order } = await getOrderOf(shop, reference)
    await openIssue(shop.db, order.id, { kind: 'disputed' }, shop.now())
    expect(await readFigures(shop.db, shop.now())).toMatchObject({ orders_needing_review: 1 })
    await resolveOrder(shop.db, { orderId: order.id, actor: 'ngozi', note: 'answered' }, shop.now())
    expect(await reviewOf(shop.db, order.id)).toBeNull()
  },
  'a customer who signs up, looks at orders and logs out': async () => {
    const email = 'new@example.com'
    await shop.call('POST', '/api/auth/register', { fullName: 'Ada Obi', email, password: PASSWORD })
    const [mail] = await shop.db
      .select()
      .from(outbox)
      .where(and(isOwed, eq(outbox.recipient, email)))
    const verified = await shop.call('POST', '/api/auth/verify-otp', { email, otp: mail?.payload.code })
    const headers = { authorization: `Bearer ${verified.body.token}` }
    expect((await shop.call('GET', '/api/order/my-orders', undefined, headers)).body).toEqual([])
    expect((await shop.call('GET', '/api/auth/profile', undefined, headers)).status).toBe(200)
    expect((await shop.call('POST', '/api/auth/logout', undefined, headers)).status).toBe(204)
  },
  'the list of what was paid in the last day': async () => {
    const reference = await begin()
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    const since = new Date(shop.now().getTime() - DAY_MS)
    const { orders } = await listOrderOverview(shop.db, { status: 'paid', since }, { limit: 20, offset: 0 })
    expect(orders.map(({ id }) => id)).toContain((await getOrderOf(shop, reference)).order.id)
  },
}

test.each(Object.entries(FLOWS))(
  '%s: costs the same regardless of the number of orders',
  async (_name, run) => {
    const read = await countRowsRead(run)
    const many = Object.entries(read).filter(([name, rows]) => rows > ROWS_READ_MAX && !CLEANED.has(name))
    expect(Object.fromEntries(many)).toEqual({})
  },
)
