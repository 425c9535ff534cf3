import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAnswerCache } from '#server/cache/answer-cache.ts'
import { reviews } from '#server/db/schema.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/** What the pages at /of?/api/… were given. */
let given: unknown[]

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    cache: createAnswerCache({ maxBytes: 10_000_000, now: () => shop.clock.now }),
    pages: {
      isDev: false,
      assets: new Map(),
      render: async (request, { apiFetch }) => {
        const answer = await apiFetch(decodeURIComponent(new URL(request.url).search.slice(1)))
        given.push(await answer.json())
        return { status: answer.status, takeHtml: () => ['<!doctype html>'] }
      },
    },
  })
  await seedProduct(shop.db, {
    id: 'tee',
    category: 'Tees',
    tags: ['NewIn'],
    ratingSum: 4,
    ratingCount: 1,
    discountType: 'percentage',
    discountValue: 10_00,
    discountExpiresAt: new Date('2026-12-24T00:00:00.000Z'),
  })
  await seedProduct(shop.db, {
    id: 'expired',
    discountType: 'fixed',
    discountValue: 100_000,
    discountExpiresAt: new Date('2026-11-01T00:00:00.000Z'),
  })
  await seedProduct(shop.db, { id: 'retired', retired: true })
  await shop.db
    .insert(reviews)
    .values({ id: 'r', productId: 'tee', userName: 'Ada', rating: 4, comment: 'It fits.' })
})
afterAll(() => shop.close())

async function askPage(path: string): Promise<void> {
  const { status } = await shop.request(`/of?${encodeURIComponent(path)}`)
  expect(status).toBe(200)
}

test.each([
  '/api/product',
  '/api/product?view=card',
  '/api/product?view=card&color=black',
  '/api/product?view=card&category=Nothing',
  '/api/product?search=tee&minPrice=1&sortBy=price-low-high',
  '/api/product/tee',
  '/api/product/retired',
  '/api/review/tee',
  '/api/app-data/categories',
  '/api/app-data/tags',
])('a page that reads %s is given what its client would read', async (path) => {
  // The first is given the value that the response is written from; the second shares its computation and parses the text.
  given = []
  await Promise.all([askPage(path), askPage(path)])
  const { status, body } = await shop.call('GET', path)
  expect(status).toBe(200)
  expect(given).toStrictEqual([body, body])
  // So does one that finds it cached.
  await askPage(path)
  expect(given[2]).toStrictEqual(body)
})
