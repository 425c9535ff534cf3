import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { products, reviews } from '#server/db/schema/catalogue.ts'
import { review, reviewSummary } from '#shared/contract/review.ts'
import { addAccount, type TestAccount } from '#test/support/account.ts'
import { meetAtLock } from '#test/support/lock-wait.ts'
import { addOrder } from '#test/support/order.ts'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { updateReview } from './store.ts'

let ada: TestAccount
let bola: TestAccount
const shop = openShopScene(async () => {
  await addProducts(shop.db, [{ id: 'tee' }, { id: 'cap' }, { id: 'hoodie' }])
  ada = await addAccount(shop, 'ada@example.ng', { fullName: 'Ada Obi' })
  bola = await addAccount(shop, 'bola@example.ng', { fullName: 'Bola Ade' })
})
beforeEach(async () => {
  shop.clock.now += 2 * 60 * 60_000
  await shop.db.delete(reviews)
  await shop.db.update(products).set({ ratingSum: 0, ratingCount: 0 })
})

const write = (who: TestAccount, productId: string, body: unknown) =>
  shop.call('POST', `/api/review/${productId}`, body, who.headers)
const remove = (who: TestAccount, id: string) =>
  shop.call('DELETE', `/api/review/${id}`, undefined, who.headers)
const score = async (productId: string) => {
  const { product } = (await shop.call('GET', `/api/product/${productId}`)).body
  return [product.ratings, product.numReviews]
}

test('a review comes back as it is listed, and counts in the score', { tags: ['7.24'] }, async () => {
  const { status, body } = await write(ada, 'tee', { reviewData: { rating: 4, comment: '  Heavy cotton. ' } })
  expect(status).toBe(201)
  expect(review.parse(body)).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{40}$/),
    productId: 'tee',
    user: { _id: ada.id },
    userName: 'Ada Obi',
    rating: 4,
    comment: 'Heavy cotton.',
    verified: false,
    createdAt: shop.now().toISOString(),
  })
  expect((await shop.call('GET', '/api/review/tee')).body).toEqual([body])
  await write(bola, 'tee', { rating: 5, comment: 'Bare form.' })
  expect(await score('tee')).toEqual([4.5, 2])
})

test('a review is changed by its writer alone, and the score with it', async () => {
  const change = (who: TestAccount, id: string, body: unknown) =>
    shop.call('PUT', `/api/review/${id}`, body, who.headers)
  const { body: mine } = await write(ada, 'tee', { rating: 2, comment: 'Thin.' })
  await write(bola, 'tee', { rating: 4, comment: 'Fine.' })
  const changed = await change(ada, mine._id, {
    reviewData: { rating: 5, comment: ' Softer after a wash. ' },
  })
  expect(changed.status).toBe(200)
  expect(review.parse(changed.body)).toEqual({ ...mine, rating: 5, comment: 'Softer after a wash.' })
  expect(await score('tee')).toEqual([4.5, 2])
  const data = { rating: 1, comment: 'Not mine' }
  expect((await change(bola, mine._id, data)).status).toBe(403)
  expect((await change(ada, 'nothing', data)).status).toBe(404)
  expect((await change(ada, mine._id, { rating: 9, comment: '' })).status).toBe(400)
  expect((await shop.call('PUT', `/api/review/${mine._id}`, data)).status).toBe(401)
  expect(await score('tee')).toEqual([4.5, 2])
})

test('of two changes at once the later one counts in the score, once', async () => {
  const { body: mine } = await write(ada, 'tee', { rating: 2, comment: 'Thin.' })
  const [later] = await meetAtLock(shop.db, {
    first: (tx) => updateReview(tx, mine._id, ada.id, { rating: 5, comment: 'Soft.' }),
    others: [() => shop.call('PUT', `/api/review/${mine._id}`, { rating: 1, comment: 'Torn.' }, ada.headers)],
  })
  expect(later?.status).toBe(200)
  expect(await score('tee')).toEqual([1, 1])
})

test('the summary counts the stars and has the newest two', async () => {
  const summary = async (id: string) => (await shop.call('GET', `/api/review-summary/${id}`)).body
  expect(await summary('tee')).toEqual({ counts: [0, 0, 0, 0, 0], newest: [] })
  const { body: first } = await write(ada, 'tee', { rating: 5, comment: 'First' })
  shop.clock.now += 1_000
  const { body: second } = await write(bola, 'tee', { rating: 3, comment: 'Second' })
  expect(reviewSummary.parse(await summary('tee'))).toEqual({
    counts: [0, 0, 1, 0, 1],
    newest: [second, first],
  })
  expect((await shop.call('GET', '/api/review-summary/none')).status).toBe(404)
})

test('one review per customer and product, even under concurrency', async () => {
  const responses = await Promise.all(
    [1, 2, 3, 4, 5].map((rating) => write(ada, 'tee', { rating, comment: 'Mine' })),
  )
  const codes = responses.map((response) => response.body.code ?? response.status).toSorted()
  expect(codes).toEqual([201, ...Array(4).fill('ALREADY_REVIEWED')])
  expect(responses.map((response) => response.status).toSorted()).toEqual([201, 409, 409, 409, 409])
  const created = responses.find((response) => response.status === 201)
  expect(await score('tee')).toEqual([created?.body.rating, 1])
})

test('a customer can write five reviews an hour', async () => {
  for (let written = 0; written < 5; written++) {
    const { body } = await write(ada, 'tee', { rating: 3, comment: 'Again' })
    expect((await remove(ada, body._id)).status).toBe(204)
  }
  const sixth = await write(ada, 'tee', { rating: 3, comment: 'Again' })
  expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await write(bola, 'tee', { rating: 3, comment: 'Mine' })).status).toBe(201)
})

test.each([
  [{ rating: 0, comment: 'x' }, { rating: 'Please provide both rating and comment.' }],
  [{ comment: 'x' }, { rating: 'Please provide both rating and comment.' }],
  [{ rating: -1, comment: 'x' }, { rating: 'Rating must be a whole number from 1 to 5' }],
  [{ rating: 6, comment: 'x' }, { rating: 'Rating must be a whole number from 1 to 5' }],
  [{ rating: 4.5, comment: 'x' }, { rating: 'Rating must be a whole number from 1 to 5' }],
  [{ rating: '4', comment: 'x' }, { rating: 'Rating must be a whole number from 1 to 5' }],
  [{ rating: 4, comment: '  ' }, { comment: 'Please provide both rating and comment.' }],
  [{ rating: 4, comment: '\u200B\u2060' }, { comment: 'Please provide both rating and comment.' }],
  [{ rating: 4, comment: 'x'.repeat(2001) }, { comment: 'Comment is too long' }],
  [{ rating: 4, comment: 'nul \0' }, { comment: 'This has characters that cannot be kept.' }],
  [{ reviewData: { rating: 4 } }, { comment: 'Please provide both rating and comment.' }],
  [{ reviewData: null }, { body: 'Please provide both rating and comment.' }],
  [null, { body: 'Please provide both rating and comment.' }],
  [[], { body: 'Please provide both rating and comment.' }],
])('%o is refused', { tags: ['3.17', '5.31'] }, async (body, fields) => {
  const response = await write(ada, 'tee', body)
  expect([response.status, response.body.code, response.body.fields]).toEqual([400, 'VALIDATION', fields])
  expect(response.body.message).toBe(Object.values(fields)[0])
})

test('a review of an unknown product is 404', async () => {
  const response = await write(ada, 'nothing', { rating: 4, comment: 'x' })
  expect([response.status, response.body.message]).toEqual([404, 'Product not found'])
})

test('only the writer deletes a review; the score follows', { tags: ['6.3', '7.25'] }, async () => {
  const { body: mine } = await write(ada, 'tee', { rating: 2, comment: 'Mine' })
  await write(bola, 'tee', { rating: 4, comment: 'His' })
  const foreign = await remove(bola, mine._id)
  expect([foreign.status, foreign.body.code]).toEqual([403, 'FORBIDDEN'])
  expect(await score('tee')).toEqual([3, 2])
  expect((await remove(ada, mine._id)).status).toBe(204)
  expect(await score('tee')).toEqual([4, 1])
  const gone = await remove(ada, mine._id)
  expect([gone.status, gone.body.code]).toEqual([404, 'NOT_FOUND'])
})

test('a review deleted concurrently is subtracted from the score once', async () => {
  await write(bola, 'tee', { rating: 5, comment: 'His' })
  const { body } = await write(ada, 'tee', { rating: 1, comment: 'Mine' })
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => remove(ada, body._id)))).map((one) => one.status)
  expect(statuses.toSorted()).toEqual([204, 404, 404, 404])
  expect(await score('tee')).toEqual([5, 1])
})

test('nobody can delete an imported review', async () => {
  const imported = { id: 'imported', productId: 'tee', userName: 'Imported', rating: 5, comment: 'x' }
  await shop.db.insert(reviews).values(imported)
  expect((await remove(ada, 'imported')).status).toBe(403)
  expect(await shop.db.select().from(reviews).where(eq(reviews.id, 'imported'))).toHaveLength(1)
})

test('a customer who paid for the product, signed in or as a guest with the same address, is a verified buyer', async () => {
  await addOrder(shop, { email: ada.email, userId: ada.id, status: 'paid', productId: 'cap' })
  await addOrder(shop, { email: bola.email, status: 'paid', productId: 'cap' })
  await addOrder(shop, { email: bola.email, userId: bola.id, productId: 'hoodie' })
  const text = { rating: 5, comment: 'Bought it' }
  expect((await write(ada, 'cap', text)).body.verified).toBe(true)
  expect((await write(bola, 'cap', text)).body.verified).toBe(true)
  expect((await write(bola, 'hoodie', text)).body.verified).toBe(false)
})
