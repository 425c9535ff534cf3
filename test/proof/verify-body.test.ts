import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { createPaystack } from '#server/payment/paystack/paystack.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { proofSeed, prove, sized } from '#test/support/proof.ts'
import { getOrderOf, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** I4: whatever the provider's API returns, only a success of our reference, amount, currency and mode makes an order paid. */

const TOTAL_KOBO = 1_550_000
const FEE_KOBO = 33_250

let tee = ''
/** The reference of another order, which stays unpaid. */
let anothers = ''
const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
  tee = newId()
  await seedProduct(shop.db, { id: tee, stock: [{ color: 'black', size: 'M', quantity: 1_000_000 }] })
  anothers = await placeOrder(shop, [{ productId: tee }])
})

type Changes = Record<string, unknown>
type FakeResponse = { status: number; body: unknown }
type Responding = (reference: string) => FakeResponse

const honest = (reference: string): Changes => ({
  id: newId(),
  status: 'success',
  reference,
  domain: 'test',
  currency: 'NGN',
  amount: TOTAL_KOBO,
  requested_amount: TOTAL_KOBO,
  fees: FEE_KOBO,
  channel: 'card',
  paid_at: '2026-11-20T09:00:00.000Z',
  customer: { first_name: null, last_name: null, email: 'a@b.ng', phone: null },
})

/** Settles a new order with a provider that returns this response; returns whether it is paid. */
async function isPaidBy(responseFor: Responding): Promise<boolean> {
  const reference = await placeOrder(shop, [{ productId: tee }])
  const { status, body } = responseFor(reference)
  const provider = createPaystack({
    secretKey: PROVIDER_KEY,
    baseUrl: 'http://provider.example',
    retryWaitMs: 0,
    fetch: async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  })
  await settle({ ...shop, provider }, reference, 'webhook')
  expect((await getOrderOf(shop, anothers)).order.status).toBe('pending')
  return (await getOrderOf(shop, reference)).order.status === 'paid'
}

/** A response of this form, with an honest transaction inside. */
const around =
  (status: number, bodyOf: (transaction: Changes) => unknown): Responding =>
  (reference) => ({ status, body: bodyOf(honest(reference)) })
/** The response to a verification, with these changes. */
const reported = (change: Changes): Responding =>
  around(200, (data) => ({ status: true, message: 'Verification successful', data: { ...data, ...change } }))

/** Amounts, currencies, modes and references are changed at random below. */
const FORGED: Record<string, Responding> = {
  'amounts in words': reported({ amount: 'all', requested_amount: 'all' }),
  'a fraction of a kobo': reported({ amount: TOTAL_KOBO + 0.5, requested_amount: TOTAL_KOBO + 0.5 }),
  'a list of words': reported({ status: ['success'] }),
  'the outer status false': around(200, (data) => ({ status: false, message: 'x', data })),
  'the outer status as text': around(200, (data) => ({ status: 'true', message: 'x', data })),
  'an error with a success inside': around(400, (data) => ({ status: false, message: 'x', data })),
  'a failing server with a success inside': around(500, (data) => ({ status: true, message: 'x', data })),
  'half of it': around(200, (data) => JSON.stringify({ status: true, data }).slice(0, -3)),
  'a list of two': around(200, (data) => ({ status: true, message: 'x', data: [data, honest(anothers)] })),
}

/** Usually the honest value, so that often only one of several fields is wrong. */
const mostly = <T>(honestValue: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(honestValue) }, { weight: 1, arbitrary: other })

const amount = fc.oneof(
  fc.constantFrom(TOTAL_KOBO - 1, 5_000, 0, -1),
  fc.integer({ min: -10, max: 4_000_000 }),
)
const anyResponse = fc.record({
  status: mostly('success', fc.constantFrom('failed', 'abandoned', 'reversed', 'pending', 'SUCCESS')),
  amount: mostly(TOTAL_KOBO, fc.oneof(fc.constant(TOTAL_KOBO + FEE_KOBO), amount)),
  requested_amount: mostly<number | null>(TOTAL_KOBO, fc.oneof(fc.constant(null), amount)),
  fees: mostly<number | null>(
    FEE_KOBO,
    fc.oneof(fc.constant(null), fc.integer({ min: -50_000, max: 50_000 })),
  ),
  currency: mostly('NGN', fc.constantFrom('GHS', 'ngn', '')),
  domain: mostly('test', fc.constantFrom('live', '')),
  isOurs: mostly(true, fc.constant(false)),
})
type AnyResponse = typeof anyResponse extends fc.Arbitrary<infer T> ? T : never

/** A second definition of an honest response, independent of the shop's. */
function isHonest(response: AnyResponse): boolean {
  const { amount: paid, fees } = response
  const isPaidInFull = paid === TOTAL_KOBO || (fees !== null && fees > 0 && paid === TOTAL_KOBO + fees)
  const isAskedFor =
    response.requested_amount === TOTAL_KOBO || (response.requested_amount === null && paid === TOTAL_KOBO)
  const says = [response.status, response.currency.toUpperCase(), response.domain].join(' ')
  return response.isOurs && isPaidInFull && isAskedFor && says === 'success NGN test'
}

test('an honest response pays, and none of the forged ones', async () => {
  await prove(async () => {
    expect(await isPaidBy(reported({}))).toBe(true)
    expect(await isPaidBy(reported({ amount: TOTAL_KOBO + FEE_KOBO }))).toBe(true)
    // In the other forms that the provider publishes.
    const digits = { amount: String(TOTAL_KOBO), requested_amount: undefined, currency: 'ngn' }
    expect(await isPaidBy(reported(digits))).toBe(true)
    const believed: string[] = []
    for (const [name, response] of Object.entries(FORGED)) if (await isPaidBy(response)) believed.push(name)
    expect(believed).toEqual([])
    await checkLedger(shop.db)
    return {
      invariants: 'I4',
      what: 'Forged provider responses to a verification',
      count: Object.keys(FORGED).length,
      unit: 'forgeries',
      found: 'none makes an order paid',
    }
  })
})

test('of random responses exactly the honest ones pay', async () => {
  await prove(async () => {
    const count = sized({ quick: 60, whole: 10_000 })
    let paid = 0
    await fc.assert(
      fc.asyncProperty(anyResponse, async (response) => {
        const { isOurs, ...change } = response
        const isPaid = await isPaidBy(reported(isOurs ? change : { ...change, reference: anothers }))
        if (isPaid) paid += 1
        expect(isPaid).toBe(isHonest(response))
      }),
      { seed: proofSeed, numRuns: count },
    )
    expect(paid).toBeGreaterThan(0)
    await checkLedger(shop.db)
    return {
      invariants: 'I4',
      what: 'Random provider responses to a verification',
      count,
      unit: 'responses',
      found: `the ${paid} honest ones pay, no other`,
    }
  })
})
