import { describe, expect, test } from 'vitest'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { initialize, newKey, ordersOf, purchase, stockOf } from '#test/support/purchase.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('when the provider fails', () => {
  const body = () => purchase([{ productId: scene.tee }])

  test.each([
    ['responds with 500', { kind: 'error500' }],
    ['drops the connection before acting', { kind: 'drop' }],
    ['acts and drops the connection', { kind: 'act_then_drop' }],
    ['sends a truncated response', { kind: 'malformed' }],
    ['limits the rate', { kind: 'rate_limit' }],
  ] as const)('and %s, the order fails, the hold is released and the shopper may retry', async (_, fault) => {
    shop.sandbox.faults.set({ target: 'initialize', times: 1, ...fault })
    const key = newKey()
    const request = body()
    const response = await initialize(shop, request, key)
    expect([response.status, response.body.message]).toEqual([
      502,
      'Failed to initialize payment. Please try again.',
    ])
    expect(await ordersOf(shop, scene.tee)).toMatchObject([{ status: 'failed' }])
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
    expect((await initialize(shop, request, key)).status).toBe(200)
    expect(await stockOf(shop, scene.tee)).toEqual([9, 1, 0])
  })

  test('five failures in a row open the breaker for 30 seconds, during which no order and no hold are made', async () => {
    shop.sandbox.faults.set({ target: 'initialize', kind: 'error500' })
    for (let i = 0; i < 5; i++) expect((await initialize(shop, body())).status).toBe(502)
    const before = (await ordersOf(shop, scene.tee)).length
    const refused = await initialize(shop, body())
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      502,
      'PROVIDER_FAILED',
      '30',
    ])
    expect((await ordersOf(shop, scene.tee)).length).toBe(before)
    shop.sandbox.faults.clear()
    shop.clock.now += 30_000
    expect((await initialize(shop, body())).status).toBe(200)
  })

  test('a page that exists can still be paid while the breaker is open', async () => {
    const key = newKey()
    const request = body()
    const { reference } = (await initialize(shop, request, key)).body.data
    shop.sandbox.faults.set({ target: 'initialize', kind: 'error500' })
    for (let i = 0; i < 5; i++) await initialize(shop, body())
    expect((await initialize(shop, request, key)).body.data.reference).toBe(reference)
    shop.clock.now += 30_000
  })
})
