import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#shared/duration.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

let lines: string[] = []
const shop = openShopScene(undefined, {
  log: pino({ base: null }, { write: (line) => lines.push(line) }),
})
beforeEach(async () => {
  // The limits of the test before are over, and what it did not log is counted.
  shop.clock.now += DAY_MS
  await ask('/healthz')
  lines = []
})

type Line = { msg: string; method: string; route: string; status: number; ms: number; count: number }
const linesOf = (msg: string): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg)

/** Sends a request as if over the network. */
async function ask(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<number> {
  const over = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
  return (await shop.app.request(path, { method, headers }, over)).status
}

test('denials are logged whatever was requested, successful reads are not', async () => {
  expect(await ask('/api/product')).toBe(200)
  expect(await ask('/api/auth/profile')).toBe(401)
  expect(await ask('/api/auth/logout', 'POST', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await ask('/api/order/my-orders')).toBe(401)
  expect(await ask('/api/order/some-id')).toBe(401)
  const payment = `/api/payment/verify/jara-${'0'.repeat(40)}`
  for (let asked = 0; asked < 20; asked++) expect(await ask(payment)).toBe(404)
  expect(await ask(payment)).toBe(429)
  expect(linesOf('request completed')).toMatchObject([
    { method: 'GET', route: '/api/auth/profile', status: 401 },
    { method: 'POST', route: '/api/auth/logout', status: 403 },
    { method: 'GET', route: '/api/order/my-orders', status: 401 },
    { method: 'GET', route: '/api/order/:id', status: 401 },
    { method: 'GET', route: '/api/payment/verify/:reference', status: 429 },
  ])
  expect(lines.join('')).not.toContain('203.0.113.7')
})

test('a preflight request is not logged as a write', async () => {
  expect(await ask('/api/product', 'OPTIONS')).toBe(405)
  expect(linesOf('request completed')).toEqual([])
})

test('a flood of denials writes some lines each second, and the number of the rest', async () => {
  for (let asked = 0; asked < 50; asked++) await ask('/api/auth/profile')
  expect(linesOf('request completed')).toHaveLength(20)
  expect(linesOf('more requests were denied')).toEqual([])
  shop.clock.now += 1_000
  await ask('/healthz')
  expect(linesOf('more requests were denied')).toMatchObject([{ count: 30 }])
  await ask('/api/auth/profile')
  await ask('/healthz')
  expect(linesOf('request completed')).toHaveLength(21)
  expect(linesOf('more requests were denied')).toHaveLength(1)
})

test('so does a flood of refused writes, and of forged webhooks', async () => {
  for (let asked = 0; asked < 50; asked++) expect(await ask('/api/payment/webhook', 'POST')).toBe(401)
  expect([linesOf('request completed').length, linesOf('webhook refused').length]).toEqual([20, 20])
  shop.clock.now += 1_000
  for (let asked = 0; asked < 50; asked++) expect(await ask('/api/no-such', 'POST')).toBe(404)
  expect([linesOf('request completed').length, linesOf('more requests were denied')]).toMatchObject([
    40,
    [{ count: 30 }],
  ])
  expect(await ask('/api/payment/webhook', 'POST')).toBe(401)
  expect(linesOf('more webhooks were refused')).toMatchObject([{ count: 30 }])
})
