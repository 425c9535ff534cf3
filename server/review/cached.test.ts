import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reviews } from '#server/db/schema/catalogue.ts'
import { createResponseCache } from '#server/http-cache/response-cache.ts'
import { REVIEWS_LISTED_MAX } from '#shared/limits.ts'
import { addAccount, type TestAccount } from '#test/support/account.ts'
import { addProducts } from '#test/support/product.ts'
import type { TestShop } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

let ada: TestAccount
const cache = createResponseCache({ maxBytes: 50_000_000, now: () => shop.clock.now })
const shop: TestShop = openShopScene(
  async () => {
    await addProducts(shop.db, [{ id: 'tee' }, { id: 'cap' }])
    ada = await addAccount(shop, 'ada@example.ng', { fullName: 'Ada Obi' })
  },
  { cache },
)
beforeEach(async () => {
  shop.clock.now += 2 * 60 * 60_000
  await shop.db.delete(reviews)
})

const get = (headers: Record<string, string> = {}) => shop.request('/api/review/tee', { headers })
const list = async (headers: Record<string, string> = {}) =>
  ((await (await get(headers)).json()) as { comment: string }[]).map(({ comment }) => comment)
/** As a client of the network asks, without the test shop's wait for what is still being notified. */
const listAtOnce = async () =>
  ((await (await shop.ask('/api/review/tee')).json()) as { comment: string }[]).map(({ comment }) => comment)
const write = (comment: string, account = ada) =>
  shop.call('POST', '/api/review/tee', { rating: 4, comment }, account.headers)
/** As another process does it: this one learns of it by its notification only. */
const addByImport = (id: string) =>
  shop.db
    .insert(reviews)
    .values({ id, productId: 'tee', userName: id, rating: 5, comment: id, createdAt: shop.now() })

test('a list of any length holds the newest', async () => {
  await shop.db.execute(sql`insert into reviews (id, product_id, user_name, rating, comment, created_at)
    select 'many-' || i, 'tee', 'many-' || i, 5, i::text, now() - i * interval '1 second'
    from generate_series(1, ${REVIEWS_LISTED_MAX + 10}::int) i`)
  const comments = await list()
  expect(comments).toHaveLength(REVIEWS_LISTED_MAX)
  expect([comments[0], comments.at(-1)]).toEqual(['1', String(REVIEWS_LISTED_MAX)])
})

test('a review that was written or deleted is seen by the next request', async () => {
  expect(await listAtOnce()).toEqual([])
  const { body } = await write('Heavy cotton.')
  expect(await listAtOnce()).toEqual(['Heavy cotton.'])
  await shop.call('DELETE', `/api/review/${body._id}`, undefined, ada.headers)
  expect(await listAtOnce()).toEqual([])
})

test('so is one that another process has written, edited or deleted', async () => {
  expect(await list()).toEqual([])
  await addByImport('one')
  expect(await list()).toEqual(['one'])
  await shop.db.update(reviews).set({ comment: 'edited' })
  expect(await list()).toEqual(['edited'])
  await shop.db.delete(reviews)
  expect(await list()).toEqual([])
})

test('a reader who has the list gets 304, and a short one is not compressed', async () => {
  await addByImport('one')
  const response = await get({ 'accept-encoding': 'br, gzip' })
  const { headers } = response
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-encoding')).toBeNull()
  const again = await get({ 'if-none-match': headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await addByImport('two')
  expect((await get({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(200)
})

test('everybody gets the same list, signed in or not', async () => {
  await write('Mine')
  const asGuest = await (await get()).text()
  expect(await (await get(ada.headers)).text()).toBe(asGuest)
})
