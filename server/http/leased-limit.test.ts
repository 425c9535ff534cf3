import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/duration.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { createLeasedLimiter } from './leased-limit.ts'

const LIMIT = { max: 35, windowMs: MINUTE_MS }
const START = Date.parse('2026-11-20T09:00:00Z')
const SETTINGS = { appSecret: 'secret', rateLimits: true }

let shop: TestShop
let clockMs = START
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** The limiter of one process. */
const openProcess = (settings = SETTINGS) =>
  createLeasedLimiter({ db: shop.db, settings, now: () => new Date(clockMs) }, 'search', LIMIT)

type Take = ReturnType<typeof openProcess>

/** How many of these concurrent tries are let through, alternating between the processes. */
async function accepted(processes: readonly Take[], subject: string, tries: number): Promise<number> {
  const results = await Promise.allSettled(
    Array.from({ length: tries }, (_, index) => processes[index % processes.length]?.(subject)),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('one process lets through exactly the limit out of 200 concurrent tries', async () => {
  expect(await accepted([openProcess()], 'alone', 200)).toBe(35)
})

test('two processes together let through exactly the limit', async () => {
  expect(await accepted([openProcess(), openProcess()], 'together', 200)).toBe(35)
})

test('an accepted try costs a tenth of a statement, a refused one none', async () => {
  const take = openProcess()
  const allowed = await shop.statementsOf(() => accepted([take], 'cheap', 30))
  expect(allowed).toHaveLength(3)
  await accepted([take], 'cheap', 10)
  expect(await shop.statementsOf(() => accepted([take], 'cheap', 1_000))).toEqual([])
})

test('unused tries of a process are lost to the others, and to itself once the minute is over', async () => {
  const [here, there] = [openProcess(), openProcess()]
  expect(await accepted([here], 'thrifty', 1)).toBe(1)
  expect(await accepted([there], 'thrifty', 100)).toBe(25)
  clockMs = START + MINUTE_MS
  expect(await accepted([here], 'thrifty', 1)).toBe(0)
  clockMs = START
})

test('the reported wait shrinks, and one try gets through after it', async () => {
  const take = openProcess()
  await accepted([take], 'patient', 100)
  const waitS = async () => (await take('patient').catch((error) => error)).retryAfterS
  const first = await waitS()
  clockMs += 10_000
  expect(await waitS()).toBe(first - 10)
  clockMs = START + first * 1000
  expect(await accepted([take], 'patient', 1)).toBe(1)
  clockMs = START
})

test('an unavailable database is reported as such, not as a limit', async () => {
  const broken = new Proxy(shop.db, {
    get: () => () => Promise.reject(new Error('away')),
  })
  const take = createLeasedLimiter(
    { db: broken, settings: SETTINGS, now: () => new Date(clockMs) },
    'search',
    LIMIT,
  )
  await expect(take('ada')).rejects.toThrow('away')
  await expect(take('ada')).rejects.toThrow('away')
})

test('nothing is counted when limits are off', async () => {
  const take = openProcess({ ...SETTINGS, rateLimits: false })
  expect(await shop.statementsOf(() => accepted([take], 'free', 100))).toEqual([])
})
