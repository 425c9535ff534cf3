import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '#server/db/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { createRateLimiter, forgetOldCounters, takeFromLimit, waitMs } from './rate-limit.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const START = Date.parse('2026-11-20T09:00:00Z')
const LIMIT = { max: 5, windowMs: MINUTE_MS }

/** How many of these concurrent tries are let through, `ms` after the start. */
async function accepted(key: string, tries: number, ms: number): Promise<number> {
  const results = await Promise.allSettled(
    Array.from({ length: tries }, () => takeFromLimit(shop.db, key, LIMIT, new Date(START + ms))),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('exactly the limit is let through out of 100 concurrent tries', async () => {
  expect(await accepted('burst', 100, 0)).toBe(5)
})

test('a burst across a window boundary does not get twice the limit', async () => {
  expect(await accepted('edge', 10, MINUTE_MS - 1)).toBe(5)
  expect(await accepted('edge', 10, MINUTE_MS)).toBe(0)
  expect(await accepted('edge', 10, MINUTE_MS * 1.5)).toBe(2)
  expect(await accepted('edge', 10, MINUTE_MS * 3)).toBe(5)
})

test('refused tries do not count, so that waiting helps', async () => {
  await accepted('patient', 5, 0)
  await accepted('patient', 500, 30_000)
  expect(await accepted('patient', 10, MINUTE_MS * 2)).toBe(5)
})

test('the reported wait is long enough, and not a second too long', async () => {
  await accepted('waits', 5, 10_000)
  const refused = takeFromLimit(shop.db, 'waits', LIMIT, new Date(START + 20_000))
  const error = await refused.catch((caught) => caught)
  expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterS: expect.any(Number) })
  const afterMs = 20_000 + error.retryAfterS * 1000
  expect(await accepted('waits', 1, afterMs - 1500)).toBe(0)
  expect(await accepted('waits', 1, afterMs)).toBe(1)
})

test.each([
  [{ previous: 0, current: 5, elapsedMs: 0 }, 72_000],
  [{ previous: 5, current: 0, elapsedMs: 0 }, 12_000],
  [{ previous: 5, current: 4, elapsedMs: 30_000 }, 30_000],
  [{ previous: 0, current: 0, elapsedMs: 0 }, 0],
])('with %o one more fits after %d ms', (counts, ms) => {
  expect(waitMs(counts, LIMIT)).toBeCloseTo(ms, 5)
})

test('subjects and names are counted separately and hashed, and not at all when limits are off', async () => {
  const settings = { appSecret: 'secret', rateLimits: true }
  const at = new Date(START)
  const one = { max: 1, windowMs: MINUTE_MS }
  const take = createRateLimiter(shop.db, settings, at)
  await take('login', 'ada@example.com', one)
  await take('login', 'obi@example.com', one)
  await take('reset', 'ada@example.com', one)
  await expect(take('login', 'ada@example.com', one)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  const off = createRateLimiter(shop.db, { ...settings, rateLimits: false }, at)
  await off('login', 'ada@example.com', one)
  const keys = (await shop.db.select().from(rateLimits)).map((row) => row.key)
  expect(keys.some((key) => key.includes('ada'))).toBe(false)
})

test('the counters of a day count until the end of the next one', async () => {
  const daily = { max: 5, windowMs: DAY_MS }
  const take = (hours: number) => takeFromLimit(shop.db, 'daily', daily, new Date(START + hours * HOUR_MS))
  for (let tried = 0; tried < 5; tried += 1) await take(0)
  // 23:00 on the next day, where a twenty-fourth of them is still within the span.
  await forgetOldCounters(shop.db, new Date(START + 38 * HOUR_MS))
  for (let tried = 0; tried < 4; tried += 1) await take(38)
  await expect(take(38)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('a try that is given back is one more for later ones, in the window that it was counted in', async () => {
  const settings = { appSecret: 'secret', rateLimits: true }
  const two = { max: 2, windowMs: MINUTE_MS }
  const takeAt = (ms: number) =>
    createRateLimiter(shop.db, settings, new Date(START + ms))('codes', 'ada@example.com', two)
  const giveBack = await takeAt(50_000)
  await takeAt(50_000)
  await expect(takeAt(50_000)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await giveBack()
  await takeAt(59_000)
  await expect(takeAt(59_000)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  // Halfway through the next window the two of the last one count as one.
  const late = await takeAt(90_000)
  await expect(takeAt(90_000)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await late()
  await takeAt(90_000)
})

test('counters from days ago are deleted', async () => {
  await forgetOldCounters(shop.db, new Date(START + 4 * DAY_MS))
  expect(await shop.db.$count(rateLimits)).toBe(0)
})
