import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { orders, paymentAttempts } from '#server/db/schema.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { getOrderOf, passTime, placeOrder, seedPlace, seedProduct, stockOf } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { checkDuePayments } from './reconcile.ts'

/** The checks of one 15 s sweep at one check per second. */
const LIMIT = 15
const HOLD_MIN = 30

let shop: TestShop
let tee: string
beforeAll(async () => {
  shop = await openTestShop()
  shop.settings.rateLimits = false
  shop.settings.paymentChecksPerS = 1
  await seedPlace(shop.db)
})
beforeEach(async () => {
  tee = newId()
  await seedProduct(shop.db, { id: tee, stock: [{ color: 'black', size: 'M', quantity: 100 }] })
  await shop.db.update(paymentAttempts).set({ nextCheckAt: new Date('2100-01-01T00:00:00Z') })
})
afterAll(() => shop.close())

const begin = (count: number) =>
  Promise.all(Array.from({ length: count }, () => placeOrder(shop, [{ productId: tee }])))

async function countLooks(references: string[]): Promise<number> {
  const found = await Promise.all(references.map((reference) => getOrderOf(shop, reference)))
  return found.reduce((sum, { attempt }) => sum + attempt.checks, 0)
}

test('a sweep respects its rate limit, and the next one continues', async () => {
  const references = await begin(LIMIT + 5)
  passTime(shop, 2)
  await checkDuePayments(shop)
  expect(await countLooks(references)).toBe(LIMIT)
  await checkDuePayments(shop)
  expect(await countLooks(references)).toBe(LIMIT + 5)
  await checkLedger(shop.db)
})

test('an expired hold does not queue behind routine checks', async () => {
  const [ended] = await begin(1)
  if (ended === undefined) throw new Error('Nothing was begun')
  passTime(shop, HOLD_MIN)
  const waiting = await begin(LIMIT + 5)
  // All of these have been due for longer than the expired one.
  for (const reference of waiting) {
    await shop.db
      .update(paymentAttempts)
      .set({ nextCheckAt: new Date(shop.clock.now - 60_000) })
      .where(eq(paymentAttempts.reference, reference))
  }
  const { order, attempt } = await getOrderOf(shop, ended)
  await shop.db
    .update(paymentAttempts)
    .set({ nextCheckAt: order.holdExpiresAt })
    .where(eq(paymentAttempts.id, attempt.id))
  expect(await stockOf(shop, tee)).toEqual([79, 21, 0])
  await checkDuePayments(shop)
  const [after] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
  expect(after?.status).toBe('cancelled')
  expect(await stockOf(shop, tee)).toEqual([80, 20, 0])
  await checkLedger(shop.db)
})
