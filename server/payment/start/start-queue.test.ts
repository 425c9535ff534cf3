import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '#server/db/id.ts'
import * as transactions from '#server/db/transaction.ts'
import { newKey, purchase, seedPlace, seedProduct, stockOf } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { checkoutRequestFrom, createPaymentStarter } from './start.ts'

const shop = openShopScene(async ({ db, settings }) => {
  settings.rateLimits = false
  await seedPlace(db)
  await seedProduct(db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 100 }] })
})
afterAll(() => {
  vi.useRealTimers()
})

const newCheckoutRequest = () =>
  checkoutRequestFrom(
    purchase([{ productId: 'tee' }]),
    {
      userId: null,
      device: { id: newId(), isNew: false },
      isWorkDone: false,
      clientAddress: '10.0.0.1',
      idempotencyKey: newKey(),
    },
    shop.settings.appSecret,
  )

const TOO_MANY = {
  code: 'RATE_LIMITED',
  message: 'Very many people are checking out right now. Your cart is kept.',
}

test.each([
  [2, 1],
  [3, 1],
  [4, 2],
  [6, 4],
  [10, 8],
  [200, 8],
])('with %i connections, %i starts are placed at once', async (databasePool, expected) => {
  const released = Promise.withResolvers<void>()
  let atOnce = 0
  vi.spyOn(transactions, 'transaction').mockImplementation(async () => {
    atOnce += 1
    await released.promise
    throw new Error('not placed')
  })
  const startPayment = createPaymentStarter({ ...shop, settings: { ...shop.settings, databasePool } })
  const starts = Promise.allSettled(Array.from({ length: 12 }, () => startPayment(newCheckoutRequest())))
  // Each is in the database or waits for its turn by now.
  await new Promise((done) => setImmediate(done))
  expect(atOnce).toBe(expected)
  released.resolve()
  await starts
})

test('nobody waits for a turn for more than ten seconds, and nobody is admitted who would', async () => {
  const released = Promise.withResolvers<void>()
  vi.spyOn(transactions, 'transaction').mockImplementation(async (db, run, config) => {
    await released.promise
    return db.transaction(run, config)
  })
  const startPayment = createPaymentStarter(shop)
  const startMany = (count: number) => Array.from({ length: count }, () => startPayment(newCheckoutRequest()))
  vi.useFakeTimers({ toFake: ['performance'] })
  const inTurn = startMany(4)
  await new Promise(setImmediate)
  const early = Promise.allSettled(startMany(30))
  vi.advanceTimersByTime(10_000)
  const inTime = startMany(20)
  vi.advanceTimersByTime(1)
  const late = await Promise.allSettled(startMany(20))
  released.resolve()
  const waits = [...(await early), ...late].map((start) => {
    if (start.status === 'fulfilled') throw new Error('A start was not refused')
    expect(start.reason).toMatchObject(TOO_MANY)
    return start.reason.retryAfterS
  })
  expect(new Set(waits).size).toBeGreaterThan(1)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(5)
  expect(Math.max(...waits)).toBeLessThanOrEqual(15)
  expect(await Promise.all([...inTurn, ...inTime])).toHaveLength(24)
  vi.useRealTimers()
  await startPayment(newCheckoutRequest())
  expect(await stockOf(shop, 'tee')).toEqual([75, 25, 0])
})
