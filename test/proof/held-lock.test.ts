import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { checkLedger } from '#test/support/ledger.ts'
import { initialize, placeOrder, purchase, seedPlace, seedProduct, verify } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** Less than the lock timeout of 3 s; twice this exceeds the statement timeout of 5 s. */
const HELD_MS = 2_700

let others: pg.Client[]
const shop = openShopScene(async ({ db, databaseUrl }) => {
  await seedPlace(db)
  for (const id of ['alone', 'first', 'second']) await seedProduct(db, { id })
  others = ['alone', 'first', 'second'].map(() => new pg.Client({ connectionString: databaseUrl }))
  for (const other of others) await other.connect()
})
afterAll(async () => {
  for (const other of others) await other.end()
})

test('stock locked by others makes shoppers wait and retry, never fail', async () => {
  const paid = await placeOrder(shop, [{ productId: 'alone' }])
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.sandbox.advance(paid, 'success')
  const [alone, first, second] = others
  for (const [other, id] of [
    [alone, 'alone'],
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    await other?.query('begin')
    await other?.query('select 1 from stock_items where product_id = $1 for update', [id])
  }
  const looking = verify(shop, paid)
  const starting = initialize(shop, purchase([{ productId: 'second' }, { productId: 'first' }]))
  await sleep(HELD_MS)
  await first?.query('rollback')
  const looked = await looking
  expect([looked.status, looked.body.payment.status, looked.body.payment.inFlight]).toEqual([
    200,
    'pending',
    true,
  ])
  const started = await starting
  expect([started.status, started.body.code]).toEqual([409, 'CHECKOUT_BUSY'])
  await alone?.query('rollback')
  await second?.query('rollback')
  expect((await verify(shop, paid)).body.payment.status).toBe('paid')
  await checkLedger(shop.db)
})
