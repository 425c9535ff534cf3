import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { decline, newKey, passTime, purchase, seedProduct, stockOf, verify } from '#test/support/purchase.ts'

const { shop } = openPaymentScene()
// So that what these tests hold is little of the shop, and what the one before left unpaid counts no more.
beforeAll(() => seedProduct(shop.db, { id: 'much', stock: [{ color: 'black', size: 'M', quantity: 900 }] }))
beforeEach(async () => {
  passTime(shop, 40)
  await shop.jobs.runDue()
  passTime(shop, 61)
})

let products = 0
/** A product with this many pieces. */
async function newProduct(quantity = 1): Promise<string> {
  products += 1
  const id = `last-${products}`
  await seedProduct(shop.db, { id, stock: [{ color: 'black', size: 'M', quantity }] })
  return id
}

/** The same shopper with the same checkout, who has changed the address. */
async function start(
  productId: string,
  key: string,
  { address = '1 Broad Street', cookie = '', quantity = 1 } = {},
) {
  const body = purchase([{ productId, quantity }])
  const sent = { ...body, email: `${key}@example.com`, shippingInfo: { ...body.shippingInfo, address } }
  const response = await shop.call('POST', '/api/payment/initialize', sent, {
    'idempotency-key': key,
    cookie,
  })
  return { ...response, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? cookie }
}

const available = async (id: string) => (await stockOf(shop, id))[0]

test('who keeps editing a checkout does not keep the last piece for longer', async () => {
  const tee = await newProduct()
  const key = newKey()
  const { status, cookie } = await start(tee, key)
  expect([status, await available(tee)]).toEqual([200, 0])
  passTime(shop, 9)
  expect((await start(tee, key, { address: '2 Broad Street', cookie })).status).toBe(200)
  passTime(shop, 2)
  await shop.jobs.runDue()
  expect(await available(tee)).toBe(1)
})

test('nor who comes back to the same checkout when its time is over', async () => {
  const tee = await newProduct()
  const key = newKey()
  const { cookie } = await start(tee, key)
  passTime(shop, 11)
  await shop.jobs.runDue()
  expect((await start(tee, key, { cookie })).status).toBe(429)
  passTime(shop, 31)
  expect((await start(tee, key, { cookie })).status).toBe(200)
})

test('nor who puts something else into the checkout in between, or takes turns with another one', async () => {
  const [tee, cap] = [await newProduct(), await newProduct(50)]
  const [one, two] = [newKey(), newKey()]
  const { cookie } = await start(tee, one)
  passTime(shop, 9)
  expect((await start(cap, one, { cookie })).status).toBe(200)
  expect((await start(tee, two, { cookie })).status).toBe(429)
  expect((await start(tee, one, { cookie })).status).toBe(200)
  passTime(shop, 2)
  await shop.jobs.runDue()
  expect(await available(tee)).toBe(1)
})

test('a declined card is tried again in what is left of the ten minutes', async () => {
  const tee = await newProduct()
  const key = newKey()
  const { body, cookie } = await start(tee, key)
  passTime(shop, 4)
  await decline(shop, body.data.reference)
  await verify(shop, body.data.reference)
  expect(await available(tee)).toBe(1)
  expect((await start(tee, key, { cookie })).status).toBe(200)
  passTime(shop, 7)
  await shop.jobs.runDue()
  expect(await available(tee)).toBe(1)
})

test('a shopper whose piece has become the last one keeps what is left of its half hour after an edit', async () => {
  const tee = await newProduct(2)
  const key = newKey()
  const { cookie } = await start(tee, key)
  passTime(shop, 15)
  expect((await start(tee, newKey())).status).toBe(200)
  expect((await start(tee, key, { address: '2 Broad Street', cookie })).status).toBe(200)
})

test.each([
  ['lets its hold end and begins again', 31],
  ['edits the checkout before its hold ends', 29],
])('a network that %s has left its goods unpaid all the same', async (_, minutes) => {
  const key = newKey()
  const { status, cookie } = await start('much', key, { quantity: 8 })
  expect(status).toBe(200)
  passTime(shop, minutes)
  await shop.jobs.runDue()
  await start('much', key, { cookie, quantity: 8, address: '2 Broad Street' })
  expect((await start('much', newKey())).body.code).toBe('WORK_NEEDED')
})

test('a shopper who soon edits the checkout has left nothing', async () => {
  const key = newKey()
  const { cookie } = await start('much', key, { quantity: 8 })
  passTime(shop, 5)
  const edited = await start('much', key, { cookie, quantity: 8, address: '2 Broad Street' })
  expect([edited.status, (await start('much', newKey())).status]).toEqual([200, 200])
})
