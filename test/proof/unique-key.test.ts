import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sqlState } from '#server/db/retry.ts'
import { rowsOf } from '#server/db/rows.ts'
import { pay, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const UNIQUE_VIOLATION = '23505'

const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee' })
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  await pay(shop, reference)
  await shop.jobs.runDue()
  await placeOrder(shop, [{ productId: 'tee' }])
  await shop.db.execute(
    sql`insert into refunds (id, reference, attempt_id, amount_kobo, reason)
      select 'first', reference, id, 1, 'already-paid' from payment_attempts where state = 'succeeded'`,
  )
  await shop.db.execute(
    sql`insert into review_cases (order_id, kind, opened_at) select id, 'disputed', now() from orders where status = 'paid'`,
  )
})

/** Rows that the database must reject whatever the program does: a copy of a row, changed in every column that may differ. */
test.each([
  ['orders', 'orders_one_paid_per_checkout', `{"id": "copy"}`, `status = 'paid'`],
  ['orders', 'orders_one_pending_per_checkout', `{"id": "copy"}`, `status = 'pending'`],
  ['stock_moves', 'stock_moves_once', `{"id": 1000000}`, `kind = 'sell'`],
  ['outbox', 'outbox_once_per_order', `{"id": "copy"}`, `kind = 'order_confirmed'`],
  ['refunds', 'refunds_one_of_a_number', `{"id": "copy"}`, 'true'],
  ['review_cases', 'review_cases_one_open', `{"id": 1000000}`, 'true'],
  ['provider_events', 'provider_events_body_hash_unique', `{"id": 1000000}`, 'true'],
  [
    'payment_attempts',
    'payment_attempts_reference_unique',
    `{"id": "copy", "order_id": "other", "provider_txn_id": "other"}`,
    `state = 'succeeded'`,
  ],
  [
    'payment_attempts',
    'payment_attempts_provider_txn_id_unique',
    `{"id": "copy", "order_id": "other", "reference": "other"}`,
    `state = 'succeeded'`,
  ],
  [
    'payment_attempts',
    'payment_attempts_one_per_order',
    `{"id": "copy", "reference": "other", "provider_txn_id": "other"}`,
    `state = 'succeeded'`,
  ],
])('a second row in %s is refused by %s', async (table, key, changes, which) => {
  const source = sql.identifier(table)
  const found = await rowsOf(shop.db, sql`select 1 from ${source} where ${sql.raw(which)}`)
  expect(found.length).toBeGreaterThan(0)
  const copying = shop.db.execute(
    sql`insert into ${source} select (jsonb_populate_record(r, ${changes}::jsonb)).* from ${source} r
      where ${sql.raw(which)} limit 1`,
  )
  const refusal = await copying.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect([sqlState(refusal), String((refusal as Error | undefined)?.cause)]).toEqual([
    UNIQUE_VIOLATION,
    expect.stringContaining(key),
  ])
})
