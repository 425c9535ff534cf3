import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import { newKey, passTime, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await seedPlace(shop.db)
})

const check = (productIds: readonly string[], key?: string) =>
  shop.call('POST', '/api/cart/check', { productIds }, key === undefined ? {} : { 'idempotency-key': key })

test('price and stock are current and never cached', async () => {
  await seedProduct(shop.db, {
    id: 'shirt',
    discountType: 'percentage',
    discountValue: 2_500,
    discountExpiresAt: new Date(shop.clock.now),
    stock: [
      { color: 'black', size: 'M', quantity: 2 },
      { color: 'white', size: 'M', quantity: 0 },
    ],
  })
  const { status, body, headers } = await check(['shirt'])
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body.products).toMatchObject([{ id: 'shirt', name: 'Product shirt', price: 9_375 }])
  expect(body.products[0].stock).toContainEqual({ color: 'black', size: 'M', quantity: 2 })
  expect(body.products[0].stock).toContainEqual({ color: 'white', size: 'M', quantity: 0 })

  shop.clock.now += 1
  expect((await check(['shirt'])).body.products[0].price).toBe(12_500)
})

test("another shopper's hold is unavailable, this checkout's own hold is available", async () => {
  await seedProduct(shop.db, { id: 'jacket', stock: [{ color: 'black', size: 'M', quantity: 2 }] })
  const key = newKey()
  await placeOrder(shop, [{ productId: 'jacket', quantity: 2 }], { key })
  const left = async (asked?: string) => (await check(['jacket'], asked)).body.products[0].stock[0].quantity
  expect(await left()).toBe(0)
  expect(await left(newKey())).toBe(0)
  expect(await left(key)).toBe(2)
  passTime(shop, 31)
  await shop.jobs.runDue()
  expect([await left(), await left(key)]).toEqual([2, 2])
})

test('a colour that was dropped is sold out, except to the checkout that holds it', async () => {
  await seedProduct(shop.db, {
    id: 'scarf',
    stock: [
      { color: 'black', quantity: 2 },
      { color: 'white', quantity: 2 },
    ],
  })
  const key = newKey()
  await placeOrder(shop, [{ productId: 'scarf', color: 'white', size: '' }], { key })
  await shop.db
    .update(products)
    .set({ colors: ['black'] })
    .where(eq(products.id, 'scarf'))
  const left = async (asked?: string) => {
    const { stock } = (await check(['scarf'], asked)).body.products[0]
    return stock.map((entry: { color: string; quantity: number }) => [entry.color, entry.quantity]).toSorted()
  }
  expect(await left()).toEqual([
    ['black', 2],
    ['white', 0],
  ])
  expect(await left(key)).toEqual([
    ['black', 2],
    ['white', 1],
  ])
})

test('retired and unknown products are left out', async () => {
  await seedProduct(shop.db, { id: 'old' })
  await shop.db.update(products).set({ retired: true }).where(eq(products.id, 'old'))
  expect((await check(['old', 'never'])).body).toEqual({ products: [] })
  expect((await check([])).body).toEqual({ products: [] })
})

test('a hundred products can be asked for at once', async () => {
  const ids = Array.from({ length: 100 }, (_, number) => `many-${number}`)
  expect((await check(ids)).status).toBe(200)
  expect((await check([...ids, 'one-too-many'])).status).toBe(400)
  expect((await check(['\0'])).status).toBe(400)
})
