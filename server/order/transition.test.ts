import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { checkouts, orderLines, orders } from '#server/db/schema/order.ts'
import { stockMoves } from '#server/db/schema/stock.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shared/contract/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { canBecome } from './store.ts'

const shop = openShopScene()

async function orderThatIs(status: OrderStatus): Promise<string> {
  const id = newId()
  await shop.db.insert(checkouts).values({ id })
  await shop.db.insert(orders).values({
    id,
    checkoutId: id,
    email: 'a@example.com',
    total: 5_000,
    shippingFee: 0,
    shippingPlace: 'Yaba',
    fullName: 'A',
    phone: '1',
    address: 'x',
    city: 'x',
    state: 'x',
    country: 'Nigeria',
    contentHash: 'h',
  })
  await shop.db.insert(orderLines).values({
    orderId: id,
    position: 0,
    productId: 'p',
    name: 'P',
    image: '',
    color: '',
    size: '',
    unitPrice: 5_000,
    quantity: 1,
  })
  if (status !== 'pending') await setStatus(id, status)
  return id
}

const setStatus = (id: string, status: OrderStatus) => {
  const at = status === 'paid' ? new Date(0) : null
  return shop.db.update(orders).set({ status, paidAt: at, confirmedAt: at }).where(eq(orders.id, id))
}

const moves = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => ({ from, to }))).filter(
  ({ from, to }) => from !== to,
)

describe('the database and the code allow the same transitions of an order', () => {
  test.each(moves)('$from → $to', { tags: ['4.34'] }, async ({ from, to }) => {
    const id = await orderThatIs(from)
    const moved = await setStatus(id, to).then(
      () => true,
      () => false,
    )
    expect(moved).toBe(canBecome(from, to))
  })
})

test('paid is final', () => {
  expect(ORDER_STATUSES.filter((status) => canBecome('paid', status))).toEqual([])
})

test.each([
  { total: 1 },
  { shippingFee: 1 },
  { contentHash: 'other' },
  { paidAt: new Date(1) },
  { confirmedAt: new Date(1) },
])('the content of a paid order cannot be overwritten: %o', async (change) => {
  const id = await orderThatIs('paid')
  await expect(shop.db.update(orders).set(change).where(eq(orders.id, id))).rejects.toThrow()
})

test('a paid order names when it was paid and confirmed, any other names no confirmation', async () => {
  for (const [from, change] of [
    ['pending', { status: 'paid', paidAt: new Date(0) }],
    ['pending', { status: 'paid', confirmedAt: new Date(0) }],
    ['cancelled', { confirmedAt: new Date(0) }],
  ] as const) {
    const id = await orderThatIs(from)
    await expect(shop.db.update(orders).set(change).where(eq(orders.id, id))).rejects.toThrow()
  }
})

test('the lines of a paid order cannot be changed, removed or added, and it cannot be deleted', async () => {
  const id = await orderThatIs('paid')
  const ofOrder = eq(orderLines.orderId, id)
  await expect(shop.db.update(orderLines).set({ quantity: 2 }).where(ofOrder)).rejects.toThrow()
  await expect(shop.db.delete(orderLines).where(ofOrder)).rejects.toThrow()
  const [line] = await shop.db.select().from(orderLines).where(ofOrder)
  expect(line).toMatchObject({ quantity: 1, unitPrice: 5_000 })
  await expect(shop.db.insert(orderLines).values({ ...line!, position: 1 })).rejects.toThrow()
  await expect(shop.db.delete(orders).where(eq(orders.id, id))).rejects.toThrow()
})

test('personal data can be erased from a paid order', async () => {
  const id = await orderThatIs('paid')
  const blank = { fullName: '', phone: '', address: '', email: '' }
  await shop.db.update(orders).set(blank).where(eq(orders.id, id))
  expect((await shop.db.select().from(orders).where(eq(orders.id, id)))[0]).toMatchObject({
    ...blank,
    total: 5_000,
  })
})

test('the stock ledger is append-only', async () => {
  const product = { id: 'p', sku: 'p', name: 'P', description: '', category: 'Tees', price: 1 }
  await shop.db.insert(products).values(product)
  const move = { productId: 'p', color: '', size: '', kind: 'receive', quantity: 1 } as const
  await shop.db.insert(stockMoves).values(move)
  await expect(shop.db.update(stockMoves).set({ quantity: 2 })).rejects.toThrow()
  await expect(shop.db.delete(stockMoves)).rejects.toThrow()
})
