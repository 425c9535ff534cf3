import { describe, expect, test } from 'vitest'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
})

/**
 * Called from outside our pages: by the provider's servers, and by mail clients that end alerts with one click (RFC
 * 8058).
 */
const FROM_ELSEWHERE = ['/api/payment/webhook', '/api/stock-alert/:id/stop']

type Writing = { method: string; path: string }

/** Taken from the app itself, so that a new route cannot be forgotten. */
function listWriting(): Writing[] {
  const routes = shop.app.routes.filter(({ method }) => !['GET', 'ALL'].includes(method))
  return [...new Map(routes.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()]
}

/** Whether the call was refused because of its origin. */
async function isRefused({ method, path }: Writing, headers: Record<string, string>): Promise<boolean> {
  const response = await shop.request(path.replace(/:\w+(\{[^}]*\})?/g, '1'), { method, headers })
  if (response.status !== 403) return false
  expect(await response.json()).toEqual({
    code: 'FORBIDDEN',
    message: expect.stringContaining('another site'),
  })
  return true
}

describe('every write', () => {
  test('is refused from a page of another site, except routes that are meant to be called from elsewhere', async () => {
    const calls = listWriting()
    expect(calls.length).toBeGreaterThan(15)
    const letThrough: string[] = []
    for (const call of calls)
      if (!(await isRefused(call, { 'sec-fetch-site': 'cross-site' }))) letThrough.push(call.path)
    expect(letThrough.sort()).toEqual(FROM_ELSEWHERE)
  })
  test('is accepted from the shop’s own pages and from other programs; one of the admin, whose cookie goes along, from nowhere else', async () => {
    for (const call of listWriting())
      for (const site of ['same-origin', 'same-site', 'none', undefined]) {
        const refused = await isRefused(call, site === undefined ? {} : { 'sec-fetch-site': site })
        const isAbroad = site === 'same-site' || site === 'none'
        const expected = isAbroad && call.path.startsWith('/api/admin/')
        expect([call.path, site, refused]).toEqual([call.path, site, expected])
      }
  })
})

test('a plain form on another site cannot register anybody', async () => {
  const body = new URLSearchParams({ fullName: 'Ada Obi', email: 'ada@example.ng', password: 'Adire-2026' })
  const register = (site: string) =>
    shop.request('/api/auth/register', { method: 'POST', body, headers: { 'sec-fetch-site': site } })
  expect((await register('cross-site')).status).toBe(403)
  expect((await register('same-origin')).status).toBe(201)
})

test('reads are allowed from any origin: other sites link here', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    for (const path of ['/api/product', '/healthz', '/api/stock-alert/1/stop']) {
      const { status } = await shop.request(path, { method, headers: { 'sec-fetch-site': 'cross-site' } })
      expect([method, path, status]).not.toEqual([method, path, 403])
    }
})
