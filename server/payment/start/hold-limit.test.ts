import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { newKey, purchase, seedProduct, stockOf } from '#test/support/purchase.ts'
import { solveWork } from '#web/data/work.ts'

const { shop } = openPaymentScene()

test('starts from one network at the same moment are counted one after the other; with all the work done it holds 40 pieces, and no more', async () => {
  await seedProduct(shop.db, { id: 'hoarded', stock: [{ color: 'black', size: 'M', quantity: 900 }] })
  const start = (shopper: number, quantity = 20, work = {}) =>
    shop.call(
      'POST',
      '/api/payment/initialize',
      { ...purchase([{ productId: 'hoarded', quantity }]), email: `hoarder-${shopper}@example.com` },
      { 'idempotency-key': newKey(), ...work },
    )
  const { sent } = await shop.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from stock_items where product_id = 'hoarded' for update`)
    const sent = [1, 2, 3].map((shopper) => start(shopper))
    await expect
      .poll(async () => {
        await tx.execute(sql`select pg_stat_clear_snapshot()`)
        const [row] = await rowsOf<{ waiting: number }>(
          tx,
          sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return row?.waiting
      })
      .toBeGreaterThanOrEqual(2)
    return { sent }
  })
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  // More than half of what a network may hold costs the browser work.
  expect(statuses.toSorted()).toEqual([200, 428, 428])
  expect(await stockOf(shop, 'hoarded')).toContain(880)
  const startWithWork = async (shopper: number, quantity: number) => {
    const { body } = await start(shopper, quantity)
    return start(shopper, quantity, { 'proof-of-work': await solveWork(body.details) })
  }
  expect((await startWithWork(4, 20)).status).toBe(200)
  // Refused before any work is asked for.
  expect(await start(5, 1)).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED' },
  })
  expect(await stockOf(shop, 'hoarded')).toContain(860)
})
