import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#server/db/connection.ts'
import { newKey, purchase, seedPlace, seedProduct, stockOf } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { createPaymentStarter, wishFrom } from './start.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 100 }] })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const newWish = () =>
  wishFrom(
    purchase([{ productId: 'tee' }]),
    { userId: null, clientAddress: '10.0.0.1', idempotencyKey: newKey() },
    shop.settings.appSecret,
  )

test('starts that would wait for more than ten seconds are refused; all that waited are served', async () => {
  const released = Promise.withResolvers<void>()
  const db: Database = Object.create(shop.db)
  db.transaction = async (run, config) => {
    await released.promise
    return shop.db.transaction(run, config)
  }
  const startPayment = createPaymentStarter({ ...shop, db })
  vi.useFakeTimers({ toFake: ['performance'] })
  const waiting = Array.from({ length: 40 }, () => startPayment(newWish()))
  vi.advanceTimersByTime(10_000)
  waiting.push(startPayment(newWish()))
  vi.advanceTimersByTime(1)
  const refusals = await Promise.allSettled(Array.from({ length: 20 }, () => startPayment(newWish())))
  const waits = new Set(
    refusals.map((refusal) => {
      if (refusal.status === 'fulfilled') throw new Error('A start was not refused')
      expect(refusal.reason).toMatchObject({
        code: 'RATE_LIMITED',
        message: 'Very many people are checking out right now. Your cart is kept.',
      })
      return refusal.reason.retryAfterS
    }),
  )
  expect(waits.size).toBeGreaterThan(1)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(5)
  expect(Math.max(...waits)).toBeLessThanOrEqual(15)
  vi.useRealTimers()
  released.resolve()
  expect(await Promise.all(waiting)).toHaveLength(41)
  expect(await stockOf(shop, 'tee')).toEqual([59, 41, 0])
  await expect(startPayment(newWish())).resolves.toMatchObject({ reference: expect.any(String) })
})
