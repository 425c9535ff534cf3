import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { createApi } from './api.ts'
import { startPayment } from './payment.ts'

const body = {
  items: [{ productId: 'p1', price: 12_000, quantity: 1 }],
  shippingInfo: {
    fullName: 'Ada Obi',
    email: 'ada@home.example',
    phone: '08030000000',
    address: '1 Allen Avenue',
    state: 'Lagos',
    city: 'Ikeja',
  },
  totalAmount: 14_500,
  shippingFee: 2_500,
  shippingLocation: 'Yaba',
}

/** A shop that always gives one response, and the requests that it got. */
function responding(status: number, response: unknown, headers: Record<string, string> = {}) {
  const asked: RequestInit[] = []
  const api = createApi(async (_path, init) => {
    asked.push(init ?? {})
    return new Response(JSON.stringify(response), { status, headers })
  })
  return {
    asked,
    start: () => startPayment(api, body, { checkoutKey: 'a-key-of-a-wish-to-buy', token: null }),
  }
}

const refused = (status: number, code: string, rest: object = {}, headers: Record<string, string> = {}) =>
  responding(status, { code, message: 'No', ...rest }, headers).start()

test('the request carries the checkout key, and the response says where to pay', {
  tags: ['3.25'],
}, async () => {
  const shop = responding(200, {
    data: { authorization_url: 'https://pay.example/x', access_code: 'x', reference: 'jara-1' },
  })
  expect(await shop.start()).toEqual({ kind: 'started', url: 'https://pay.example/x', reference: 'jara-1' })
  expect(shop.asked[0]?.headers).toMatchObject({ 'idempotency-key': 'a-key-of-a-wish-to-buy' })
})

test.each([undefined, '', 'pay here', 'javascript:alert(1)', 'data:text/html,x'])(
  'a response that leads to %s is a failure',
  async (url) => {
    const shop = responding(200, { data: { authorization_url: url, access_code: 'x', reference: 'jara-1' } })
    expect(await shop.start()).toEqual({ kind: 'failed' })
  },
)

test.each([{}, { data: null }, { data: 'paid' }, [], null])(
  'so is a response without any data: %j',
  async (response) => {
    expect(await responding(200, response).start()).toEqual({ kind: 'failed' })
  },
)

test.each(['PRICE_CHANGED', 'OUT_OF_STOCK'])('%s returns the current cart', async (code) => {
  const details = { lines: [{ productId: 'p1' }], shippingFee: 2_500, totalAmount: 15_000 }
  expect(await refused(409, code, { details })).toEqual({ kind: 'cart-changed', conflict: details })
  expect(await refused(409, code)).toEqual({ kind: 'failed' })
})

test('a checkout that was already paid leads to that payment', async () => {
  const paid = { kind: 'already-paid', reference: 'jara-1' }
  expect(await refused(409, 'ALREADY_PAID', { details: { reference: 'jara-1' } })).toEqual(paid)
  expect(await refused(409, 'ALREADY_PAID')).toEqual({ ...paid, reference: undefined })
})

test('after too many tries it is known when to retry, whoever refused', async () => {
  const wait = { 'retry-after': '42' }
  const refusal = { kind: 'too-soon', retryAfterS: 42 }
  expect(await refused(429, 'RATE_LIMITED', {}, wait)).toEqual(refusal)
  expect(await responding(429, 'A proxy’s page', wait).start()).toEqual(refusal)
  expect(await refused(429, 'RATE_LIMITED')).toEqual({ ...refusal, retryAfterS: undefined })
})

test('messages are keyed by the form’s field names', async () => {
  const fields = { 'shippingInfo.phone': 'Phone number is required', shippingLocation: 'Choose one' }
  expect(await refused(400, 'VALIDATION', { fields })).toEqual({
    kind: 'invalid',
    fields: { phone: 'Phone number is required', shippingLocation: 'Choose one' },
  })
})

test.each([
  [502, 'PROVIDER_FAILED'],
  [503, 'UNAVAILABLE'],
  [409, 'CHECKOUT_BUSY'],
  [500, 'INTERNAL'],
])('%i %s is a failure that can be tried again', async (status, code) => {
  expect(await refused(status, code)).toEqual({ kind: 'failed' })
})

test('so is a lost network', async () => {
  const api = createApi(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await startPayment(api, body, { checkoutKey: 'a-key-of-a-wish-to-buy', token: null })).toEqual({
    kind: 'failed',
  })
})

test('work that the shop asks for is done once and sent with the same request', async () => {
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 20, deriveKey })
  const needed = { code: 'WORK_NEEDED', message: 'No', details: { challenge } }
  const shop = responding(428, needed)
  expect(await shop.start()).toEqual({ kind: 'failed' })
  expect(shop.asked).toHaveLength(2)
  const [first, second] = shop.asked
  expect(second?.body).toBe(first?.body)
  const { 'proof-of-work': work = '', ...headers } = { ...second?.headers } as Record<string, string>
  expect(headers).toEqual(first?.headers)
  expect(JSON.parse(atob(work)).solution.counter).toBe(20)
})

test('a checkout that was begun in another browser is told apart', async () => {
  expect(await refused(403, 'FORBIDDEN')).toEqual({ kind: 'elsewhere' })
})
