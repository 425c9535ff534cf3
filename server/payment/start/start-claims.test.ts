import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { products, shippingPlaces } from '#server/db/schema/catalogue.ts'
import { orderLines } from '#server/db/schema/order.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  getOrderOf,
  initialize,
  LEKKI,
  ordersOf,
  purchase,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('what the client claims is compared and never charged', () => {
  const one = () => [{ productId: scene.tee }]
  test.each<[string, () => unknown, object]>([
    [
      'a lower unit price',
      () => purchase([{ productId: scene.tee, price: 1 }]),
      { problem: 'price', price: 12_500 },
    ],
    [
      'a higher unit price',
      () => purchase([{ productId: scene.tee, price: 12_500.01 }]),
      { problem: 'price' },
    ],
    ['a price of nothing', () => purchase([{ productId: scene.tee, price: 0 }]), { problem: 'price' }],
    ['a negative price', () => purchase([{ productId: scene.tee, price: -12_500 }]), { problem: 'price' }],
    [
      'a price beyond any number of kobo',
      () => purchase([{ productId: scene.tee, price: 1e300 }]),
      { problem: 'price' },
    ],
    ['a part of a kobo', () => purchase([{ productId: scene.tee, price: 12_500.004 }]), { problem: 'price' }],
    ['a lower total', () => purchase(one(), { totalAmount: 100 }), { problem: null }],
    ['a total without the fee', () => purchase(one(), { totalAmount: 12_500 }), { problem: null }],
    ['a lower fee', () => purchase(one(), { shippingFee: 0, totalAmount: 12_500 }), { problem: null }],
    ['an unknown product', () => purchase([{ productId: 'nothing' }]), { problem: 'gone', qtyAvailable: 0 }],
    ['an unknown colour', () => purchase([{ productId: scene.tee, color: 'gold' }]), { problem: 'gone' }],
    ['an unknown size', () => purchase([{ productId: scene.tee, size: 'XXXS' }]), { problem: 'gone' }],
  ])('%s', async (_, body, line) => {
    const response = await initialize(shop, body())
    expect(response.status).toBe(409)
    expect(response.body).toMatchObject({ code: 'PRICE_CHANGED', details: { lines: [line] } })
    expect(await ordersOf(shop, scene.tee)).toEqual([])
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
  })

  test('lines of the same item with different prices are not merged', async () => {
    const lines = [{ productId: scene.tee }, { productId: scene.tee, price: 1 }]
    expect((await initialize(shop, purchase(lines))).body.code).toBe('PRICE_CHANGED')
  })

  test('an unknown place of delivery has no fee and no total', async () => {
    const { body } = await initialize(shop, purchase(one(), { shippingLocation: 'Atlantis' }))
    expect(body).toMatchObject({ code: 'PRICE_CHANGED', details: { shippingFee: null, totalAmount: null } })
  })

  test.each([
    ['0803-123 4567', '+2348031234567'],
    [' ٠٨٠٣ ١٢٣ ٤٥٦٧ ', '+2348031234567'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('the phone number "%s" is stored as "%s"', async (phone, stored) => {
    const body = purchase(one())
    Object.assign(body.shippingInfo, { phone })
    const { reference } = (await initialize(shop, body)).body.data
    expect((await getOrderOf(shop, reference)).order.phone).toBe(stored)
  })

  test('name, image and country from the client are not stored', { tags: ['3.22', '9.2'] }, async () => {
    const body = purchase(one())
    Object.assign(body.items[0]!, { name: '<b>Free</b>', image: 'https://evil.example/x.png' })
    Object.assign(body.shippingInfo, { country: 'Ghana' })
    const { reference } = (await initialize(shop, body)).body.data
    const { order } = await getOrderOf(shop, reference)
    expect(order).toMatchObject({ country: 'Nigeria', total: 1_550_000, phone: '+2348031234567' })
    const [line] = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    expect(line).toMatchObject({
      name: 'Oju Tee',
      image: expect.stringContaining('/pictures/0123456789abcdef'),
    })
  })

  test('without a named place the fee must be that of a known one', async () => {
    const honest = purchase(one(), { shippingLocation: undefined })
    expect((await initialize(shop, honest)).status).toBe(200)
    const cheap = purchase(one(), { shippingLocation: undefined, shippingFee: 1, totalAmount: 12_501 })
    expect((await initialize(shop, cheap)).body.code).toBe('PRICE_CHANGED')
  })

  test('without a named place, of several with that fee it is the first in the order of the shop', async () => {
    await shop.db.insert(shippingPlaces).values({ ...LEKKI, place: 'Ajah', position: 9 })
    const { body } = await initialize(shop, purchase(one(), { shippingLocation: undefined }))
    await shop.db.delete(shippingPlaces).where(eq(shippingPlaces.place, 'Ajah'))
    expect((await getOrderOf(shop, body.data.reference)).order.shippingPlace).toBe(LEKKI.place)
  })

  test('an address that the place does not deliver to is refused in one sentence, before anything is held', async () => {
    await shop.db
      .insert(shippingPlaces)
      .values({ ...LEKKI, place: 'Epe', position: -1, states: ['Lagos'], areas: ['Epe'] })
    const sent = purchase(one(), { shippingLocation: 'Epe' })
    const { status, body } = await initialize(shop, sent)
    const unnamed = await initialize(shop, purchase(one(), { shippingLocation: undefined }))
    await shop.db.delete(shippingPlaces).where(eq(shippingPlaces.place, 'Epe'))
    const message = 'Epe does not deliver to Eti-Osa, Lagos. Please select another shipping location'
    expect([status, body]).toEqual([
      400,
      { message, code: 'VALIDATION', fields: { shippingLocation: message } },
    ])
    // Without a named place, one with that fee that does not deliver there is passed over.
    expect((await getOrderOf(shop, unnamed.body.data.reference)).order.shippingPlace).toBe(LEKKI.place)
  })

  test('a phone number that cannot be one is refused with the reason', async () => {
    const body = purchase(one())
    Object.assign(body.shippingInfo, { phone: '12' })
    const { status, body: refusal } = await initialize(shop, body)
    expect(status).toBe(400)
    expect(refusal.fields['shippingInfo.phone']).toMatch(/^This phone number is too short/)
  })

  test('the fee is that of the named place', async () => {
    await shop.db
      .insert(shippingPlaces)
      .values({ ...LEKKI, place: 'Far away', amount: LEKKI.amount + 100_000 })
    const { body } = await initialize(shop, purchase(one(), { shippingLocation: 'Far away' }))
    await shop.db.delete(shippingPlaces).where(eq(shippingPlaces.place, 'Far away'))
    const { code, details } = body
    expect([code, details.shippingFee]).toEqual(['PRICE_CHANGED', LEKKI.amount / 100 + 1_000])
  })

  test('the conflict is reported line by line, with fresh prices and totals', async () => {
    const cap = newId()
    await seedProduct(shop.db, { id: cap, name: 'Eko Cap', stock: [{ quantity: 1 }], price: 700_000 })
    await shop.db.update(products).set({ price: 1_300_000 }).where(eq(products.id, scene.tee))
    const lines = [
      { productId: scene.tee },
      { productId: cap, color: '', size: '', price: 7_000, quantity: 2 },
      { productId: 'x' },
    ]
    const { body } = await initialize(shop, purchase(lines))
    expect(body.message).toBe(
      'Oju Tee (black, M) now costs ₦13,000.\nEko Cap: only 1 left.\nProduct x (black, M) is no longer sold.',
    )
    expect(body.details.lines).toMatchObject([
      { problem: 'price', price: 13_000, qtyAvailable: 10 },
      { problem: 'stock', price: 7_000, qtyAvailable: 1 },
      { problem: 'gone' },
    ])
  })

  test('a total below the smallest charge is refused with a message', async () => {
    const free = newId()
    await shop.db
      .insert(shippingPlaces)
      .values({ place: 'Pick-up', amount: 0, position: 9 })
      .onConflictDoNothing()
    await seedProduct(shop.db, { id: free, price: 4_999 })
    const pickUp = { shippingLocation: 'Pick-up', shippingFee: 0, totalAmount: 49.99 }
    const { status, body } = await initialize(shop, purchase([{ productId: free, price: 49.99 }], pickUp))
    expect([status, body.message]).toEqual([400, 'The smallest amount that can be paid is ₦50.'])
  })
})
