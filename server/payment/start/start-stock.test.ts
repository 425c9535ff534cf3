import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  getOrderOf,
  initialize,
  newKey,
  ordersOf,
  pay,
  placeOrder,
  purchase,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('stock', () => {
  test('a shortage is reported with what is left, and nothing is held', async () => {
    const cap = newId()
    await seedProduct(shop.db, {
      id: cap,
      name: 'Eko Cap',
      stock: [{ color: 'black', size: 'M', quantity: 3 }],
    })
    const lines = [
      { productId: scene.tee, quantity: 2 },
      { productId: cap, quantity: 4 },
    ]
    const { status, body } = await initialize(shop, purchase(lines))
    expect([status, body.code, body.message]).toEqual([
      409,
      'OUT_OF_STOCK',
      'Eko Cap (black, M): only 3 left.',
    ])
    expect(body.details.lines).toMatchObject([
      { productId: scene.tee, problem: null, qtyAvailable: 10 },
      { productId: cap, problem: 'stock', qtyAvailable: 3 },
    ])
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
    expect(await stockOf(shop, cap)).toEqual([3, 0, 0])
  })

  test('two lines of the same item are one demand', async () => {
    const lines = [
      { productId: scene.tee, quantity: 6 },
      { productId: scene.tee, quantity: 6 },
    ]
    expect((await initialize(shop, purchase(lines))).body.code).toBe('OUT_OF_STOCK')
  })
})

describe('a colour that an import dropped', () => {
  const drop = (productId: string) =>
    shop.db
      .update(products)
      .set({ colors: ['white'] })
      .where(eq(products.id, productId))

  test('is refused as sold out, and nothing is held', async () => {
    await drop(scene.tee)
    const { status, body } = await initialize(shop, purchase([{ productId: scene.tee }]))
    expect([status, body.code, body.message]).toEqual([
      409,
      'OUT_OF_STOCK',
      'Oju Tee (black, M) is sold out.',
    ])
    expect(body.details.lines).toMatchObject([{ problem: 'stock', qtyAvailable: 0 }])
    expect(await ordersOf(shop, scene.tee)).toEqual([])
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
  })

  test('stays with the checkout that holds it, which cannot get more of it', async () => {
    const key = newKey()
    const email = 'holds@example.com'
    const first = await placeOrder(shop, [{ productId: scene.tee, quantity: 3 }], { key, email })
    await drop(scene.tee)
    const again = await placeOrder(shop, [{ productId: scene.tee, quantity: 3 }], { key, email })
    expect(again).toBe(first)
    const more = await initialize(shop, purchase([{ productId: scene.tee, quantity: 4 }], { email }), key)
    expect(more.body).toMatchObject({ code: 'OUT_OF_STOCK', details: { lines: [{ qtyAvailable: 3 }] } })
    const fewer = await placeOrder(shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
    await pay(shop, fewer)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, fewer)).order.status).toBe('paid')
    expect(await stockOf(shop, scene.tee)).toEqual([8, 0, 2])
  })
})
