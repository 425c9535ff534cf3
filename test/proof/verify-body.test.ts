import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
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
const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
  tee = newId()
  await seedProduct(shop.db, { id: tee, stock: [{ color: 'black', size: 'M', quantity: 1_000_000 }] })
})

type Changes = Record<string, unknown>
type FakeResponse = { status: number; body: unknown }

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
async function isPaidBy(
  responseFor: (reference: string, anothers: string) => FakeResponse,
): Promise<boolean> {
  const anothers = await placeOrder(shop, [{ productId: tee }])
  const reference = await placeOrder(shop, [{ productId: tee }])
  const { status, body } = responseFor(reference, anothers)
  const provider = createPaystack({
    secretKey: PROVIDER_KEY,
    baseUrl: 'http://provider.example',
    retryWaitMs: 0,
    fetch: async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  })
  await settle({ ...shop, provider }, reference, 'webhook')
  const { order } = await getOrderOf(shop, anothers)
  expect(order.status).toBe('pending')
  const [{ paid } = { paid: -1 }] = await rowsOf<{ paid: number }>(
    shop.db,
    sql`select count(*)::int as paid from orders o join payment_attempts a on a.order_id = o.id
      where a.reference = ${reference} and o.status = 'paid'`,
  )
  return paid === 1
}

const reported =
  (change: (reference: string, anothers: string) => Changes) => (reference: string, anothers: string) => ({
    status: 200,
    body: {
      status: true,
      message: 'Verification successful',
      data: { ...honest(reference), ...change(reference, anothers) },
    },
  })
const always = (change: Changes) => reported(() => change)

const FORGED: [string, (reference: string, anothers: string) => FakeResponse][] = [
  ["another order's reference", reported((_, anothers) => ({ reference: anothers }))],
  ['our reference in upper case', reported((reference) => ({ reference: reference.toUpperCase() }))],
  ['live money in a test shop', always({ domain: 'live' })],
  ['cedis', always({ currency: 'GHS' })],
  ['one kobo short', always({ amount: TOTAL_KOBO - 1, requested_amount: TOTAL_KOBO - 1 })],
  ['no request, and the fee on top', always({ requested_amount: null, amount: TOTAL_KOBO + FEE_KOBO })],
  ['no request, one kobo short', always({ requested_amount: undefined, amount: TOTAL_KOBO - 1 })],
  ['a surplus that is not the fee', always({ amount: TOTAL_KOBO + FEE_KOBO - 1 })],
  ['a negative fee', always({ amount: TOTAL_KOBO - FEE_KOBO, fees: -FEE_KOBO })],
  ['amounts in words', always({ amount: 'all', requested_amount: 'all' })],
  ['a fraction of a kobo', always({ amount: TOTAL_KOBO + 0.5, requested_amount: TOTAL_KOBO + 0.5 })],
  ['success in other letters', always({ status: 'Success' })],
  ['a list of words', always({ status: ['success'] })],
  ['reversed', always({ status: 'reversed' })],
  ['failed, but paid at a time', always({ status: 'failed' })],
  [
    'the outer status false',
    (reference) => ({ status: 200, body: { status: false, message: 'x', data: honest(reference) } }),
  ],
  [
    'the outer status as text',
    (reference) => ({ status: 200, body: { status: 'true', message: 'x', data: honest(reference) } }),
  ],
  [
    'an error with a success inside',
    (reference) => ({ status: 400, body: { status: false, message: 'x', data: honest(reference) } }),
  ],
  [
    'a failing server with a success inside',
    (reference) => ({ status: 500, body: { status: true, message: 'x', data: honest(reference) } }),
  ],
  [
    'half of it',
    (reference) => ({
      status: 200,
      body: JSON.stringify({ status: true, data: honest(reference) }).slice(0, -3),
    }),
  ],
  [
    'a list of two',
    (reference, anothers) => ({
      status: 200,
      body: { status: true, message: 'x', data: [honest(reference), honest(anothers)] },
    }),
  ],
]

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
    expect(await isPaidBy(always({}))).toBe(true)
    expect(await isPaidBy(always({ amount: TOTAL_KOBO + FEE_KOBO }))).toBe(true)
    // In the other forms that the provider publishes.
    const digits = { amount: String(TOTAL_KOBO), requested_amount: undefined, currency: 'ngn' }
    expect(await isPaidBy(always(digits))).toBe(true)
    const believed: string[] = []
    for (const [name, response] of FORGED) if (await isPaidBy(response)) believed.push(name)
    expect(believed).toEqual([])
    await checkLedger(shop.db)
    return {
      invariants: 'I4',
      what: 'Forged provider responses to a verification',
      count: FORGED.length,
      unit: 'forgeries',
      found: 'none makes an order paid',
    }
  })
})

test('of random responses exactly the honest ones pay', async () => {
  await prove(async () => {
    const count = sized({ quick: 150, whole: 10_000 })
    let paid = 0
    await fc.assert(
      fc.asyncProperty(anyResponse, async (response) => {
        const { isOurs, ...change } = response
        const isPaid = await isPaidBy(
          reported((reference, anothers) => ({ ...change, reference: isOurs ? reference : anothers })),
        )
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
