import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import { orders } from '#server/db/schema/order.ts'
import { receiveStock } from '#server/stock/store.ts'
import { addAccount } from '#test/support/account.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  type CartLine,
  getOrderOf,
  initialize,
  newKey,
  passTime,
  placeOrder,
  purchase,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'

const scene = openPaymentScene()
const { shop } = scene
// What one network may hold unpaid depends on what the whole shop has: test/proof/hoarding.test.ts.
beforeAll(() =>
  seedProduct(shop.db, { id: newId(), stock: [{ color: 'black', size: 'M', quantity: 60_000 }] }),
)

describe('limits', () => {
  test('three orders of one e-mail address may await payment; the fourth is refused', async () => {
    const email = 'three@example.com'
    for (let i = 0; i < 3; i++) await placeOrder(shop, [{ productId: scene.tee }], { email })
    shop.clock.now += 500
    const { status, body, headers } = await initialize(shop, purchase([{ productId: scene.tee }], { email }))
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
    // Until the first hold ends, never a moment sooner.
    expect(headers.get('retry-after')).toBe('1800')
    expect(await stockOf(shop, scene.tee)).toEqual([7, 3, 0])
  })

  test('a signed-in shopper has the same limits under several e-mail addresses', async () => {
    const { id, headers } = await addAccount(shop, `${newId()}@example.com`)
    const start = (lines: CartLine[]) =>
      shop.call('POST', '/api/payment/initialize', purchase(lines), headers)
    await receiveStock(shop.db, { productId: scene.tee, color: 'black', size: 'M' }, 90, 'test')
    for (const quantity of [20, 19])
      expect((await start([{ productId: scene.tee, quantity }])).status).toBe(200)
    expect((await start([{ productId: scene.tee, quantity: 2 }])).body.code).toBe('RATE_LIMITED')
    expect((await start([{ productId: scene.tee }])).status).toBe(200)
    passTime(shop, 2)
    const fourth = await start([{ productId: scene.tee }])
    expect([fourth.status, fourth.body.message]).toEqual([429, expect.stringContaining('You have 3 orders')])
    const own = await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
    expect(own).toHaveLength(3)
  })

  test('a shopper holds at most 40 pieces, and so does a single order', async () => {
    await receiveStock(shop.db, { productId: scene.tee, color: 'black', size: 'M' }, 90, 'test')
    const email = 'hoarder@example.com'
    const twenty = { productId: scene.tee, quantity: 20 }
    const tooMany = await initialize(shop, purchase([twenty, twenty, { productId: scene.tee }], { email }))
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'VALIDATION'])
    await placeOrder(shop, [twenty, { productId: scene.tee, quantity: 19 }], { email })
    const more = await initialize(shop, purchase([{ productId: scene.tee, quantity: 2 }], { email }))
    expect(more.body.code).toBe('RATE_LIMITED')
    expect((await initialize(shop, purchase([{ productId: scene.tee }], { email }))).status).toBe(200)
  })

  test('five attempts a minute, counting refused ones but not repeats of one checkout request', async () => {
    const email = 'hasty@example.com'
    const key = newKey()
    const body = purchase([{ productId: scene.tee }], { email })
    for (let i = 0; i < 10; i++) expect((await initialize(shop, body, key)).status).toBe(200)
    const wrong = purchase([{ productId: scene.tee, price: 1 }], { email })
    for (let i = 0; i < 4; i++) expect((await initialize(shop, wrong)).body.code).toBe('PRICE_CHANGED')
    const sixth = await initialize(shop, wrong)
    expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true])
    passTime(shop, 2)
    expect((await initialize(shop, wrong)).body.code).toBe('PRICE_CHANGED')
  })

  test('a signed-in shopper has five attempts a minute and twenty an hour, whatever address each names', async () => {
    const { headers } = await addAccount(shop, `${newId()}@example.com`)
    const attempt = async () => {
      const wrong = purchase([{ productId: scene.tee, price: 1 }])
      const { status, headers: got } = await shop.call('POST', '/api/payment/initialize', wrong, headers)
      return { status, waitS: Number(got.get('retry-after')) }
    }
    for (let minute = 0; minute < 4; minute++) {
      for (let i = 0; i < 5; i++) expect((await attempt()).status).toBe(409)
      const sixth = await attempt()
      expect([sixth.status, sixth.waitS <= 120]).toEqual([429, true])
      passTime(shop, 2)
    }
    const next = await attempt()
    expect([next.status, next.waitS > 120]).toEqual([429, true])
  })

  test('parallel attempts cannot bypass the limit of unpaid orders', async () => {
    const email = 'parallel@example.com'
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => initialize(shop, purchase([{ productId: scene.tee }], { email }))),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await stockOf(shop, scene.tee)).toEqual([7, 3, 0])
  })

  test('the counters contain no personal data', async () => {
    const email = 'private@example.com'
    await placeOrder(shop, [{ productId: scene.tee }], { email })
    const tries = await rowsOf<{ key: string }>(shop.db, sql`select key from recent_tries`)
    expect(tries.length).toBeGreaterThan(0)
    for (const { key } of tries) expect(key).toMatch(/^[0-9a-f]{64}$/)
    const { order } = await getOrderOf(shop, await placeOrder(shop, [{ productId: scene.tee }], { email }))
    expect(order.startedFrom).toMatch(/^[0-9a-f]{64}$/)
  })
})
