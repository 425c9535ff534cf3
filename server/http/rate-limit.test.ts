import { expect, test } from 'vitest'
import { recentTries } from '#server/db/schema/shop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { countTry, createRateLimiter, forgetOldTries } from './rate-limit.ts'

const shop = openShopScene()

const START = Date.parse('2026-11-20T09:00:00Z')
const LIMIT = { max: 5, windowMs: MINUTE_MS }

/** How many of these concurrent tries are let through, `ms` after the start. */
async function accepted(key: string, tries: number, ms: number): Promise<number> {
  const results = await Promise.allSettled(
    Array.from({ length: tries }, () => countTry(shop.db, key, LIMIT, new Date(START + ms))),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('exactly the limit is let through out of 100 concurrent tries', async () => {
  expect(await accepted('burst', 100, 0)).toBe(5)
})

test('no span of a minute holds more than the limit, wherever it begins', async () => {
  expect(await accepted('edge', 3, 0)).toBe(3)
  expect(await accepted('edge', 10, MINUTE_MS - 1)).toBe(2)
  // The first three are a minute old, the other two are not.
  expect(await accepted('edge', 10, MINUTE_MS)).toBe(3)
  expect(await accepted('edge', 10, MINUTE_MS * 2 - 2)).toBe(0)
  expect(await accepted('edge', 10, MINUTE_MS * 2 - 1)).toBe(2)
  expect(await accepted('edge', 10, MINUTE_MS * 4)).toBe(5)
})

test('refused tries do not count, so that waiting helps', async () => {
  await accepted('patient', 5, 0)
  await accepted('patient', 500, 30_000)
  expect(await accepted('patient', 10, MINUTE_MS * 2)).toBe(5)
})

test('the reported wait is long enough, and not a second too long', async () => {
  await accepted('waits', 5, 10_000)
  const refused = countTry(shop.db, 'waits', LIMIT, new Date(START + 20_000))
  const error = await refused.catch((caught) => caught)
  expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterS: expect.any(Number) })
  const afterMs = 20_000 + error.retryAfterS * 1000
  expect(await accepted('waits', 1, afterMs - 1500)).toBe(0)
  expect(await accepted('waits', 1, afterMs)).toBe(1)
})

test('subjects and names are counted separately and hashed, and not at all when limits are off', async () => {
  const settings = { appSecret: 'secret', rateLimits: true }
  const at = new Date(START)
  const one = { max: 1, windowMs: MINUTE_MS }
  const limited = createRateLimiter(shop.db, settings, at)
  await limited('login', 'ada@example.com', one)
  await limited('login', 'obi@example.com', one)
  await limited('reset', 'ada@example.com', one)
  await expect(limited('login', 'ada@example.com', one)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  const off = createRateLimiter(shop.db, { ...settings, rateLimits: false }, at)
  await off('login', 'ada@example.com', one)
  const keys = (await shop.db.select().from(recentTries)).map((row) => row.key)
  expect(keys.some((key) => key.includes('ada'))).toBe(false)
})

test('the tries of a day count for a day', async () => {
  const daily = { max: 5, windowMs: DAY_MS }
  const limited = (hours: number) => countTry(shop.db, 'daily', daily, new Date(START + hours * HOUR_MS))
  for (let tried = 0; tried < 5; tried += 1) await limited(tried)
  await forgetOldTries(shop.db, new Date(START + 23 * HOUR_MS))
  await expect(limited(23)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 3600 })
  await limited(24)
  await expect(limited(24)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 3600 })
})

test('a try that is given back is one more for later ones', async () => {
  const settings = { appSecret: 'secret', rateLimits: true }
  const two = { max: 2, windowMs: MINUTE_MS }
  const countAt = (ms: number) =>
    createRateLimiter(shop.db, settings, new Date(START + ms))('codes', 'ada@example.com', two)
  const giveBack = await countAt(50_000)
  await countAt(50_000)
  await expect(countAt(50_000)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await giveBack()
  await countAt(59_000)
  await expect(countAt(59_000)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  // The other one of the first two is a minute old now.
  const late = await countAt(110_000)
  await expect(countAt(110_000)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await late()
  await countAt(110_000)
})

test('tries from days ago are deleted', async () => {
  await forgetOldTries(shop.db, new Date(START + 4 * DAY_MS))
  expect(await shop.db.$count(recentTries)).toBe(0)
})
