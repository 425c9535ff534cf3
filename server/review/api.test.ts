import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { reviews } from '#server/db/schema/catalogue.ts'
import { checkouts, orderLines, orders } from '#server/db/schema/order.ts'
import { users } from '#server/db/schema/person.ts'
import { review } from '#shared/contract/review.ts'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await addProducts(shop.db, [{ id: 'tee' }, { id: 'cap' }, { id: 'old', retired: true }])
  const person = (id: string) => ({ id, email: `${id}@example.ng`, fullName: id, passwordHash: 'x' })
  await shop.db.insert(users).values(['ada', 'bola', 'chidi'].map(person))
  await addOrder('ada', 'tee', 'paid')
  await addOrder('bola', 'tee', 'pending')
  await addOrder('chidi', 'cap', 'paid')
  await shop.db
    .insert(reviews)
    .values([
      written('r1', 'ada', '2026-11-01T08:00:00.000Z'),
      written('r2', 'bola', '2026-11-03T08:00:00.000Z'),
      written('r3', 'chidi', '2026-11-02T08:00:00.000Z'),
      written('r4', null, '2026-11-04T08:00:00.000Z'),
      { ...written('r5', 'ada', '2026-11-01T08:00:00.000Z'), productId: 'old' },
    ])
})

function written(id: string, userId: string | null, createdAt: string) {
  const userName = userId ?? 'Imported'
  return {
    id,
    productId: 'tee',
    userId,
    userName,
    rating: 4,
    comment: `by ${userName}`,
    createdAt: new Date(createdAt),
  }
}

async function addOrder(userId: string, productId: string, status: 'paid' | 'pending') {
  const id = `order of ${userId}`
  const where = { fullName: '', phone: '', address: '', city: '', state: '', country: '', shippingPlace: '' }
  await shop.db.insert(checkouts).values({ id })
  await shop.db.insert(orders).values({
    id,
    checkoutId: id,
    userId,
    email: `${userId}@example.ng`,
    total: 100,
    shippingFee: 0,
    contentHash: '',
    ...where,
  })
  await shop.db.insert(orderLines).values({
    orderId: id,
    position: 0,
    productId,
    name: '',
    image: '',
    color: '',
    size: '',
    unitPrice: 100,
    quantity: 1,
  })
  if (status === 'paid') {
    await shop.db
      .update(orders)
      .set({ status, paidAt: new Date(), confirmedAt: new Date() })
      .where(eq(orders.id, id))
  }
}

async function list(productId: string) {
  const { status, body } = await shop.call('GET', `/api/review/${productId}`)
  expect(status).toBe(200)
  return z.array(review).parse(body)
}

test('reviews come newest first, to guests too', { tags: ['3.16', '7.23'] }, async () => {
  const all = await list('tee')
  expect(all.map((one) => one._id)).toEqual(['r4', 'r2', 'r3', 'r1'])
  expect(all[3]).toEqual({
    _id: 'r1',
    productId: 'tee',
    user: { _id: 'ada' },
    userName: 'ada',
    rating: 4,
    comment: 'by ada',
    verified: true,
    createdAt: '2026-11-01T08:00:00.000Z',
  })
})

test('only a writer who paid for this product is a verified buyer', async () => {
  const verified = (await list('tee')).filter((one) => one.verified)
  expect(verified.map((one) => one._id)).toEqual(['r1'])
})

test('the owner id of an imported review belongs to no user', async () => {
  expect((await list('tee'))[0]?.user._id).toBe('review-r4')
})

test('a product without reviews has an empty list, a retired one keeps its reviews', async () => {
  expect(await list('cap')).toEqual([])
  expect(await list('old')).toHaveLength(1)
})

test('the list of an unknown product is 404', async () => {
  for (const id of ['nothing', 'x'.repeat(500), '%F0%9F%94%A5', "'%20or%201=1"]) {
    const { status, body } = await shop.call('GET', `/api/review/${id}`)
    expect([status, body]).toEqual([404, { code: 'NOT_FOUND', message: 'Product not found' }])
  }
  expect((await shop.call('GET', '/api/review/a%00')).status).toBe(400)
})
