import { expect, test } from 'vitest'
import { recentTries } from '#server/db/schema/shop.ts'
import { createResponseCache } from '#server/http-cache/response-cache.ts'
import type { PageRenderer } from '#server/pages/built.ts'
import { seedProduct } from '#test/support/purchase.ts'
import type { TestShop } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const SEARCHES_MAX = 300

const render: PageRenderer = async (request, { apiFetch }) => {
  const response = await apiFetch(`/api/product${new URL(request.url).search}`)
  const text = JSON.stringify(await response.json())
  return new Response(text, { status: response.status })
}
const shop: TestShop = openShopScene(
  async ({ db, settings }) => {
    settings.trustProxy = 1
    await seedProduct(db, { id: 'tee' })
  },
  {
    cache: createResponseCache({ maxBytes: 10_000_000, now: () => shop.clock.now }),
    pages: { render, isDev: false },
  },
)

/** The owner's single proxy wrote the last entry; anything before it is made up by the client. */
const from = (address: string, invented = '10.8.8.8') => ({
  headers: { 'x-forwarded-for': `${invented}, ${address}` },
})

async function statuses(path: string, address: string, count: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let asked = 0; asked < count; asked++) {
    const { status } = await shop.request(path, from(address, `10.8.8.${asked % 250}`))
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** As if the address had searched as often as it may. */
async function useUp(address: string): Promise<void> {
  await shop.request('/api/product?search=tee', from(address))
  const triedAtMs = Array.from({ length: SEARCHES_MAX }, () => shop.clock.now)
  await shop.db.update(recentTries).set({ triedAtMs })
}

test('a cached search is still counted, whatever address is claimed', async () => {
  const path = '/api/product?search=tee'
  expect(await statuses(path, '10.9.0.1', SEARCHES_MAX + 20)).toEqual({ 200: SEARCHES_MAX, 429: 20 })
  const refused = await shop.request(path, from('10.9.0.1'))
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await shop.request(path, from('10.9.0.2'))).status).toBe(200)
})

test('a search page counts once, together with API searches, and is refused with a plain message', async () => {
  const page = '/products?search=tee'
  expect(await statuses(page, '10.9.1.1', 200)).toEqual({ 200: 200 })
  expect(await statuses('/api/product?search=other', '10.9.1.1', 100)).toEqual({ 200: 100 })
  const refused = await shop.request(page, from('10.9.1.1'))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.text()).toMatch(/^Too many tries/)
})

test.each(['/api/product', '/api/product?search=', '/api/product?tag=NewIn&search=%20', '/products?search='])(
  '%s is not a search',
  async (path) => {
    await useUp('10.9.2.1')
    expect((await shop.request(path, from('10.9.2.1'))).status).toBe(200)
  },
)

test.each([
  '/api/product?%73earch=tee',
  '/products?search=&search=tee',
  '/products/?search=tee',
  '/?search=tee',
])('%s is a search, however it is written', async (path) => {
  const address = `10.9.3.${path.length}`
  await useUp(address)
  expect((await shop.request(path, from(address))).status).toBe(429)
})
