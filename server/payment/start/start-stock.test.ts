import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  getOrderOf,
  initialize,
  newKey,
  ordersOf,
  passTime,
  pay,
  placeOrder,
  purchase,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'

const scene = openPaymentScene()

describe('stock', () => {
  test('a shortage is reported with what is left, and nothing is held', async () => {
    const { shop, tee } = scene
    const cap = newId()
    await seedProduct(shop.db, {
      id: cap,
      name: 'Eko Cap',
      stock: [{ color: 'black', size: 'M', quantity: 3 }],
    })
    const lines = [
      { productId: tee, quantity: 2 },
      { productId: cap, quantity: 4 },
    ]
    const { status, body } = await initialize(shop, purchase(lines))
    expect([status, body.code, body.message]).toEqual([
      409,
      'OUT_OF_STOCK',
      'Eko Cap (black, M): only 3 left.',
    ])
    expect(body.details.lines).toMatchObject([
      { productId: tee, problem: null, qtyAvailable: 10 },
      { productId: cap, problem: 'stock', qtyAvailable: 3 },
    ])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
    expect(await stockOf(shop, cap)).toEqual([3, 0, 0])
  })

  test('two lines of the same item are one demand', async () => {
    const { shop, tee } = scene
    const lines = [
      { productId: tee, quantity: 6 },
      { productId: tee, quantity: 6 },
    ]
    expect((await initialize(shop, purchase(lines))).body.code).toBe('OUT_OF_STOCK')
  })

  test('40 shoppers at once for 10 pieces: exactly 10 orders, 30 refusals, no other response', async () => {
    const { shop, tee } = scene
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => initialize(shop, purchase([{ productId: tee }]))),
    )
    const counts = Object.groupBy(responses, ({ status, body }) => `${status} ${body.code ?? ''}`)
    expect(
      Object.entries(counts)
        .map(([response, all]) => [response, all?.length])
        .toSorted(),
    ).toEqual([
      ['200 ', 10],
      ['409 OUT_OF_STOCK', 30],
    ])
    expect(await stockOf(shop, tee)).toEqual([0, 10, 0])
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })

  test('carts with the same products in a different order never deadlock', async () => {
    const { shop, tee } = scene
    const cap = newId()
    await seedProduct(shop.db, { id: cap, stock: [{ color: 'black', size: 'M', quantity: 10 }] })
    const carts = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0 ? [{ productId: tee }, { productId: cap }] : [{ productId: cap }, { productId: tee }],
    )
    const responses = await Promise.all(carts.map((lines) => initialize(shop, purchase(lines))))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(responses.filter(({ body }) => body.code === 'OUT_OF_STOCK')).toHaveLength(10)
  })
})

describe('a colour that an import dropped', () => {
  const drop = (productId: string) =>
    scene.shop.db
      .update(products)
      .set({ colors: ['white'] })
      .where(eq(products.id, productId))

  test('is refused as sold out, and nothing is held', async () => {
    const { shop, tee } = scene
    await drop(tee)
    const { status, body } = await initialize(shop, purchase([{ productId: tee }]))
    expect([status, body.code, body.message]).toEqual([
      409,
      'OUT_OF_STOCK',
      'Oju Tee (black, M) is sold out.',
    ])
    expect(body.details.lines).toMatchObject([{ problem: 'stock', qtyAvailable: 0 }])
    expect(await ordersOf(shop, tee)).toEqual([])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })

  test('stays with the checkout that holds it, which cannot get more of it', async () => {
    const { shop, tee } = scene
    const key = newKey()
    const email = 'holds@example.com'
    const first = await placeOrder(shop, [{ productId: tee, quantity: 3 }], { key, email })
    await drop(tee)
    const again = await placeOrder(shop, [{ productId: tee, quantity: 3 }], { key, email })
    expect(again).toBe(first)
    const more = await initialize(shop, purchase([{ productId: tee, quantity: 4 }], { email }), key)
    expect(more.body).toMatchObject({ code: 'OUT_OF_STOCK', details: { lines: [{ qtyAvailable: 3 }] } })
    const fewer = await placeOrder(shop, [{ productId: tee, quantity: 2 }], { key, email })
    await pay(shop, fewer)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, fewer)).order.status).toBe('paid')
    expect(await stockOf(shop, tee)).toEqual([8, 0, 2])
  })

  test('is released when its hold ends unpaid, and a late payment still gets it', async () => {
    const { shop, tee } = scene
    const reference = await placeOrder(shop, [{ productId: tee }])
    await drop(tee)
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, reference)).order.status).toBe('cancelled')
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
    await pay(shop, reference)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
    expect(await stockOf(shop, tee)).toEqual([9, 0, 1])
  })
})
