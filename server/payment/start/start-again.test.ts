import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  getOrderOf,
  initialize,
  newKey,
  passTime,
  pay,
  placeOrder,
  purchase,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'

const scene = openPaymentScene()
const { shop } = scene
// What one network may hold unpaid depends on what the whole shop has: test/proof/hoarding.test.ts.
beforeAll(() =>
  seedProduct(shop.db, { id: newId(), stock: [{ color: 'black', size: 'M', quantity: 20_000 }] }),
)

describe('one checkout request', () => {
  test('the same lines in a different order are the same checkout request', async () => {
    const cap = newId()
    await seedProduct(shop.db, { id: cap })
    const key = newKey()
    const email = 'same@example.com'
    const a = await placeOrder(shop, [{ productId: scene.tee }, { productId: cap }], { key, email })
    const b = await placeOrder(shop, [{ productId: cap }, { productId: scene.tee }], { key, email })
    expect(b).toBe(a)
  })

  test('an edited cart replaces the order, and its own hold does not count against it', async () => {
    const key = newKey()
    const email = 'edits@example.com'
    const first = await placeOrder(shop, [{ productId: scene.tee, quantity: 10 }], { key, email })
    const second = await placeOrder(shop, [{ productId: scene.tee, quantity: 9 }], { key, email })
    expect(second).not.toBe(first)
    const { order, attempt } = await getOrderOf(shop, first)
    expect([order.status, attempt.state]).toEqual(['cancelled', 'expired'])
    expect((await getOrderOf(shop, second)).order.status).toBe('pending')
    expect(await stockOf(shop, scene.tee)).toEqual([1, 9, 0])
  })

  test('a corrected e-mail address is an edit: the order goes to the new one', async () => {
    const key = newKey()
    const first = await placeOrder(shop, [{ productId: scene.tee }], { key, email: 'adda@example.com' })
    const second = await placeOrder(shop, [{ productId: scene.tee }], { key, email: 'ada@example.com' })
    expect((await getOrderOf(shop, first)).order.status).toBe('cancelled')
    expect((await getOrderOf(shop, second)).order.email).toBe('ada@example.com')
  })

  test('an edit keeps the first order while nobody can say whether it is paid', async () => {
    const key = newKey()
    const first = await placeOrder(shop, [{ productId: scene.tee }], { key })
    shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
    const edit = await initialize(shop, purchase([{ productId: scene.tee, quantity: 2 }]), key)
    expect([edit.status, edit.body.code]).toEqual([502, 'PROVIDER_FAILED'])
    expect((await getOrderOf(shop, first)).order.status).toBe('pending')
    expect(await stockOf(shop, scene.tee)).toEqual([9, 1, 0])
  })

  test('an edit that cannot be served leaves the first order unchanged', async () => {
    const key = newKey()
    const email = 'greedy@example.com'
    const first = await placeOrder(shop, [{ productId: scene.tee, quantity: 10 }], { key, email })
    const more = await initialize(shop, purchase([{ productId: scene.tee, quantity: 11 }], { email }), key)
    expect(more.body).toMatchObject({ code: 'OUT_OF_STOCK', details: { lines: [{ qtyAvailable: 10 }] } })
    expect((await getOrderOf(shop, first)).order.status).toBe('pending')
    expect(await stockOf(shop, scene.tee)).toEqual([0, 10, 0])
  })

  test('a checkout paid in the meantime is not paid twice, edited or not', async () => {
    const key = newKey()
    const body = purchase([{ productId: scene.tee }])
    const { reference } = (await initialize(shop, body, key)).body.data
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await pay(shop, reference)
    const edited = { ...body, ...purchase([{ productId: scene.tee, quantity: 2 }], { email: body.email }) }
    const again = await initialize(shop, edited, key)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'ALREADY_PAID', details: { reference } })
    expect((await initialize(shop, body, key)).body.code).toBe('ALREADY_PAID')
    expect(await stockOf(shop, scene.tee)).toEqual([9, 0, 1])
  })

  test('a start after the hold expired verifies the old order first and then places a new one', async () => {
    const key = newKey()
    const body = purchase([{ productId: scene.tee }])
    const first = (await initialize(shop, body, key)).body.data.reference
    passTime(shop, 30)
    const second = (await initialize(shop, body, key)).body.data.reference
    expect(second).not.toBe(first)
    expect((await getOrderOf(shop, first)).order.status).toBe('cancelled')
    expect(await stockOf(shop, scene.tee)).toEqual([9, 1, 0])
  })

  test('without a key each call is a separate checkout request', async () => {
    const body = purchase([{ productId: scene.tee }])
    const once = await shop.call('POST', '/api/payment/initialize', body)
    const twice = await shop.call('POST', '/api/payment/initialize', body)
    expect(once.body.data.reference).not.toBe(twice.body.data.reference)
    expect(await stockOf(shop, scene.tee)).toEqual([8, 2, 0])
  })
})
