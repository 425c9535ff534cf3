import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAnswerCache } from '#server/cache/answer-cache.ts'
import { reviews } from '#server/db/schema.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/** What the page at /of?/api/… was given. */
let given: unknown

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    cache: createAnswerCache({ maxBytes: 10_000_000, now: () => shop.clock.now }),
    pages: {
      isDev: false,
      assets: new Map(),
      render: async (request, { apiFetch }) => {
        const answer = await apiFetch(decodeURIComponent(new URL(request.url).search.slice(1)))
        given = await answer.json()
        return { status: answer.status, html: ['<!doctype html>'] }
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
  await shop.db
    .insert(reviews)
    .values({ id: 'r', productId: 'tee', userName: 'Ada', rating: 4, comment: 'It fits.' })
})
afterAll(() => shop.close())

test.each([
  '/api/product',
  '/api/product?search=tee&minPrice=1&sortBy=price-low-high',
  '/api/product/tee',
  '/api/review/tee',
  '/api/app-data/categories',
  '/api/app-data/tags',
])('a page that reads %s is given what its client would read', async (path) => {
  given = undefined
  expect((await shop.request(`/of?${encodeURIComponent(path)}`)).status).toBe(200)
  const fresh = given
  const { status, body } = await shop.call('GET', path)
  expect(status).toBe(200)
  expect(fresh).toStrictEqual(body)
  // A cached response is read from its text.
  expect((await shop.request(`/of?${encodeURIComponent(path)}`)).status).toBe(200)
  expect(given).toStrictEqual(body)
})
