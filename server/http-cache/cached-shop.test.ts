import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import { createStockAnnouncer } from '#server/order/announce.ts'
import type { PageRenderer } from '#server/pages/built.ts'
import { receiveStock } from '#server/stock/store.ts'
import { initialize, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { createResponseCache } from './response-cache.ts'

/**
 * The shop's clock stands still while a change is notified; subscribe-to-changes.test.ts shows that a change takes less than its
 * second.
 */
const NOTIFIED_MS = 10_000
let shop: TestShop
let rendered: string[]
let stop: () => Promise<void>

/** A page built from API responses, as the real ones are. */
const render: PageRenderer = async (request, { apiFetch }) => {
  const { pathname, search } = new URL(request.url)
  rendered.push(pathname + search)
  const id = /^\/products\/(.+)$/.exec(pathname)?.[1]
  const response = await apiFetch(id === undefined ? `/api/product${search}` : `/api/product/${id}`)
  const filler = `<p>${'Jara '.repeat(400)}</p>`
  const value = await response.json()
  const text = `<script>1</script><pre>${JSON.stringify(value)}</pre>${filler}`
  return new Response(text, { status: response.status })
}

beforeAll(async () => {
  rendered = []
  const cache = createResponseCache({ maxBytes: 10_000_000, now: () => shop.clock.now })
  shop = await openTestShop({
    cache,
    pages: { render, isDev: false },
    stockAnnouncer: { moved: (checkoutId) => announcer.moved(checkoutId), stop: () => announcer.stop() },
  })
  const announcer = createStockAnnouncer(shop)
  stop = async () => {
    await announcer.stop()
    await shop.close()
  }
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee' })
  await seedProduct(shop.db, { id: 'cap' })
})
afterAll(() => stop())
beforeEach(() => {
  // Expire whatever an earlier test has cached.
  shop.clock.now += 120_000
  rendered = []
})

const get = (path: string, headers: Record<string, string> = {}) => shop.request(path, { headers })
const text = async (path: string) => (await get(path)).text()
async function availableOf(id: string): Promise<number> {
  return (await shop.call('GET', `/api/product/${id}`)).body.product.qtyAvailable
}

test('a page is computed once for any number of readers while nothing changes', async () => {
  const pages = await Promise.all(Array.from({ length: 50 }, () => text('/products/tee')))
  expect(await text('/products/tee')).toBe(pages[0])
  expect([new Set(pages).size, rendered.length]).toEqual([1, 1])
})

test('two URLs that a route parses differently are cached separately', async () => {
  const categories = async (written: string) => {
    const { body } = await shop.call('GET', `/api/product?category=${written}`)
    return (body.facets.categories as { value: string }[]).map(({ value }) => value)
  }
  // The first is not valid UTF-8 and stays as written; the second is the replacement character that other decoders would
  // put in its place.
  expect(await categories('%FF')).toContain('%FF')
  expect(await categories('%EF%BF%BD')).toContain('\uFFFD')
})

test('what is made of an index that is behind may be kept for that much less', async () => {
  const behindMs = vi.spyOn(shop.productIndex, 'behindMs')
  for (const [ms, halfS] of [
    [0, 7],
    [6_500, 4],
    [20_500, 0],
  ] as const) {
    behindMs.mockReturnValue(ms)
    shop.clock.now += 60_000
    for (const path of ['/api/product', '/api/product/tee'])
      expect((await get(path)).headers.get('cache-control')).toBe(
        `public, max-age=0, s-maxage=${halfS}, stale-while-revalidate=${halfS}`,
      )
  }
  behindMs.mockRestore()
})

describe('a change reaches every reader:', () => {
  const seen = (check: () => Promise<void>) => vi.waitFor(check, { timeout: NOTIFIED_MS, interval: 20 })

  test('stock that is received', async () => {
    await text('/products/tee')
    const before = await availableOf('tee')
    await receiveStock(shop.db, { productId: 'tee', color: 'black', size: 'M' }, 5, 'test')
    await seen(async () => {
      expect(await availableOf('tee')).toBe(before + 5)
      expect(await text('/products/tee')).toContain(`"qtyAvailable":${before + 5}`)
    })
  })
  test('a price, on the page, in lists and in search', async () => {
    for (const path of ['/products/cap', '/products', '/products?search=cap']) await text(path)
    await shop.db.update(products).set({ price: 2_345_600 }).where(eq(products.id, 'cap'))
    for (const path of ['/products/cap', '/products']) {
      await seen(async () => {
        shop.clock.now += 251
        expect(await text(path)).toContain('"price":23456')
      })
    }
  })
  test('stock that an order holds', async () => {
    const before = await availableOf('tee')
    const { status } = await initialize(shop, purchase([{ productId: 'tee', quantity: 2 }]))
    expect(status).toBe(200)
    await seen(async () => expect(await availableOf('tee')).toBe(before - 2))
  })
})

test('a product page is rendered again when a related product that it shows has changed', async () => {
  await text('/products/tee')
  await shop.db.update(products).set({ price: 999_900 }).where(eq(products.id, 'cap'))
  await vi.waitFor(
    async () => expect((await shop.call('GET', '/api/product/cap')).body.product.price).toBe(9_999),
    { timeout: NOTIFIED_MS, interval: 20 },
  )
  rendered = []
  await text('/products/tee')
  // The two products are related: each page shows the other product.
  expect(rendered).toEqual(['/products/tee'])
})

test('time-dependent content of a page is never more than a minute old', async () => {
  const path = '/products?category=Tees'
  await text(path)
  rendered = []
  for (let asked = 0; asked < 4; asked++) {
    shop.clock.now += 15_000
    await text(path)
  }
  expect(rendered).toEqual([path])
})

test('the end of a discount is never shown late', async () => {
  const endsAtMs = shop.clock.now + 20_000
  await shop.db
    .update(products)
    .set({ discountType: 'percentage', discountValue: 1_000, discountExpiresAt: new Date(endsAtMs) })
    .where(eq(products.id, 'tee'))
  await vi.waitFor(async () => expect(await text('/products/tee')).toContain('"expiresAt"'), {
    timeout: NOTIFIED_MS,
  })
  rendered = []
  shop.clock.now = endsAtMs - 500
  await text('/products/tee')
  expect(rendered).toEqual(['/products/tee'])
})

test('a payment never uses a cached price', async () => {
  await seedProduct(shop.db, { id: 'bag' })
  await text('/products/bag')
  await shop.db.update(products).set({ price: 5_000_000 }).where(eq(products.id, 'bag'))
  const { status, body } = await initialize(shop, purchase([{ productId: 'bag' }]))
  expect([status, body.code]).toEqual([409, 'PRICE_CHANGED'])
})
