import { createHmac } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { checkoutBusy } from '#server/payment/start/start-limit.ts'
import { addAccount, mailedCode, signUp, type TestAccount } from '#test/support/account.ts'
import { PASSWORD } from '#test/support/login.ts'
import {
  initialize,
  newKey,
  passTime,
  pay,
  placeOrder,
  purchase,
  seedPlace,
  seedProduct,
} from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** The shop responds as the document says: each status, its body to the last field, and its headers. */

type Described = {
  content?: Record<string, { schema: object }>
  headers?: Record<string, { required?: boolean }>
}
type ApiDocument = {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>
  components: { schemas: Record<string, object> }
}
type Sent = { body?: unknown; headers?: Record<string, string>; query?: string }

let ada: TestAccount
let document: ApiDocument
const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', tags: ['NewIn'] })
  await seedProduct(shop.db, { id: 'cap', stock: [{ color: 'black', size: 'M', quantity: 0 }] })
  ada = await addAccount(shop, 'ada@example.ng')
  document = (await shop.call('GET', '/api/openapi.json')).body
})
afterEach(() => {
  vi.restoreAllMocks()
  shop.sandbox.faults.clear()
  // So that tests do not share rate limits.
  passTime(shop, 60)
})

/** A response has no fields but those that are described. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner
}

function schemaOf(schema: object): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas }
  const text = JSON.stringify(closed(whole)).replaceAll('#/components/schemas/', '#/$defs/')
  return z.fromJSONSchema(JSON.parse(text), { registry: z.registry() })
}

async function expectDescribed(call: string, status: number, { body, headers, query = '' }: Sent = {}) {
  const [method = '', path = ''] = call.split(' ')
  const [template = '', id] = path.split('=')
  const url = `/api${id === undefined ? template : template.replace(/\{\w+\}/, id)}${query}`
  const response = await shop.call(method, url, body, headers)
  expect(response.status, JSON.stringify(response.body)).toBe(status)
  const described = document.paths[template]?.[method.toLowerCase()]?.responses[status]
  if (described === undefined) throw new Error(`${call} does not describe ${status}`)
  for (const [name, { required = false }] of Object.entries(described.headers ?? {}))
    if (required) expect(response.headers.get(name), name).not.toBeNull()
  const schema = described.content?.['application/json']?.schema
  if (schema === undefined) expect(response.body).toBeUndefined()
  else expect(schemaOf(schema).safeParse(response.body).error?.issues ?? []).toEqual([])
  return response
}

test('reads', async () => {
  await expectDescribed('GET /app-data/categories', 200)
  await expectDescribed('GET /app-data/tags', 200)
  await expectDescribed('GET /app-data/shipping-addresses', 200)
  await expectDescribed('GET /product', 200)
  await expectDescribed('GET /product', 200, { query: '?view=card' })
  await expectDescribed('GET /product', 400, { query: '?page=x' })
  await expectDescribed('GET /product/{id}=tee', 200)
  await expectDescribed('GET /product/{id}=nothing', 404)
  await expectDescribed('GET /review/{id}=tee', 200)
  await expectDescribed('GET /review/{id}=nothing', 404)
  await expectDescribed('GET /order/my-orders', 401)
  await expectDescribed('POST /cart/check', 200, { body: { productIds: ['tee', 'cap'] } })
})

test('an account, from its registration to its end', async () => {
  const email = 'bola@example.ng'
  const account = { fullName: 'Bola Ade', email, password: PASSWORD }
  await expectDescribed('POST /auth/register', 201, { body: account })
  await expectDescribed('POST /auth/register', 400, { body: {} })
  await expectDescribed('POST /auth/register', 415, { headers: { 'content-type': 'text/plain' }, body: '' })
  await expectDescribed('POST /auth/login', 403, { body: account })
  await expectDescribed('POST /auth/resend-otp', 429, { body: { email, purpose: 'verify_email' } })
  passTime(shop, 2)
  await expectDescribed('POST /auth/resend-otp', 200, { body: { email, purpose: 'verify_email' } })
  await expectDescribed('POST /auth/verify-otp', 400, { body: { email, otp: 'x' } })
  const otp = await mailedCode(shop.db, email)
  await expectDescribed('POST /auth/verify-otp', 200, { body: { email, otp } })
  await expectDescribed('POST /auth/register', 409, { body: account })
  await expectDescribed('POST /auth/login', 401, { body: { email, password: 'Wrong-1234' } })
  const { body } = await expectDescribed('POST /auth/login', 200, { body: account })
  const headers = { authorization: `Bearer ${body.token}` }
  await expectDescribed('GET /auth/profile', 200, { headers })
  await expectDescribed('POST /auth/logout', 204, { headers })
  await expectDescribed('GET /auth/profile', 401, { headers })
  await expectDescribed('POST /auth/forgot-password', 200, { body: { email } })
  const code = await mailedCode(shop.db, email, 'reset_password')
  const ticket = await expectDescribed('POST /auth/verify-password-otp', 200, { body: { email, otp: code } })
  const reset = { email, otp: ticket.body.otp, newPassword: 'Adire-2027' }
  await expectDescribed('POST /auth/reset-password', 200, { body: reset })
})

test('a review', async () => {
  const { token } = await signUp(shop, 'reviewer@example.ng')
  const sent = {
    body: { reviewData: { rating: 4, comment: 'Heavy.' } },
    headers: { authorization: `Bearer ${token}` },
  }
  const { body } = await expectDescribed('POST /review/{id}=tee', 201, sent)
  await expectDescribed('POST /review/{id}=tee', 409, sent)
  await expectDescribed('POST /review/{id}=tee', 400, { ...sent, body: {} })
  await expectDescribed('POST /review/{id}=nothing', 404, sent)
  await expectDescribed('GET /review/{id}=tee', 200)
  await expectDescribed(`DELETE /review/{id}=${body._id}`, 403, { headers: ada.headers })
  await expectDescribed(`DELETE /review/{id}=${body._id}`, 204, { headers: sent.headers })
})

test('a payment and its order', async () => {
  const body = purchase([{ productId: 'tee' }])
  const headers = { ...ada.headers, 'idempotency-key': newKey() }
  const started = await expectDescribed('POST /payment/initialize', 200, { body, headers })
  const { reference } = started.body.data
  await expectDescribed(`GET /payment/verify/{reference}=${reference}`, 200)
  await pay(shop, reference)
  await expectDescribed(`GET /payment/verify/{reference}=${reference}`, 200)
  await expectDescribed('GET /payment/verify/{reference}=nothing', 404)
  const { code } = (await expectDescribed('POST /payment/initialize', 409, { body, headers })).body
  expect(code).toBe('ALREADY_PAID')
  const orders = await expectDescribed('GET /order/my-orders', 200, { headers: ada.headers })
  await expectDescribed(`GET /order/{id}=${orders.body[0]._id}`, 200, { headers: ada.headers })
  await expectDescribed('GET /order/{id}=nothing', 404, { headers: ada.headers })
})

test('a payment that is not started', async () => {
  const refused = async (status: number, body: unknown, more: Sent = {}) =>
    (await expectDescribed('POST /payment/initialize', status, { body, ...more })).body.code
  expect(await refused(409, purchase([{ productId: 'tee', price: 1 }]))).toBe('PRICE_CHANGED')
  expect(await refused(409, purchase([{ productId: 'nothing' }]))).toBe('PRICE_CHANGED')
  expect(await refused(409, purchase([{ productId: 'cap' }]))).toBe('OUT_OF_STOCK')
  expect(await refused(400, {})).toBe('VALIDATION')
  expect(await refused(403, {}, { headers: { 'sec-fetch-site': 'cross-site' } })).toBe('FORBIDDEN')
  expect(await refused(413, 'x'.repeat(100_001))).toBe('BODY_TOO_LARGE')
  expect(await refused(415, {}, { headers: { 'content-type': 'text/plain' } })).toBe('UNSUPPORTED_MEDIA_TYPE')
  shop.sandbox.faults.set({ target: 'initialize', kind: 'error500' })
  expect(await refused(502, purchase([{ productId: 'tee' }]))).toBe('PROVIDER_FAILED')
  // It takes a caller 12 s to learn of another one's start.
  const start = vi.spyOn(shop.provider, 'start').mockRejectedValueOnce(checkoutBusy())
  expect(await refused(409, purchase([{ productId: 'tee' }]))).toBe('CHECKOUT_BUSY')
  start.mockRejectedValueOnce(Object.assign(new Error('The database is away'), { code: 'ECONNREFUSED' }))
  expect(await refused(503, purchase([{ productId: 'tee' }]))).toBe('UNAVAILABLE')
})

test('a payment that cannot be looked up', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
  await expectDescribed(`GET /payment/verify/{reference}=${reference}`, 502)
})

test('an event of the provider', async () => {
  const body = { event: 'charge.success', data: { reference: 'unknown' } }
  const hmac = createHmac('sha512', PROVIDER_KEY).update(JSON.stringify(body)).digest('hex')
  await expectDescribed('POST /payment/webhook', 200, { body, headers: { 'x-paystack-signature': hmac } })
  await expectDescribed('POST /payment/webhook', 401, { body })
})

test('a stock alert, and a report of a policy', async () => {
  const alert = { email: ada.email, productId: 'cap', color: 'black', size: 'M' }
  await expectDescribed('POST /stock-alert', 200, { body: alert })
  await expectDescribed('POST /stock-alert', 400, { body: { ...alert, productId: 'tee' } })
  await expectDescribed('GET /stock-alert/{id}/stop=anything', 302)
  await expectDescribed('POST /stock-alert/{id}/stop=anything', 303, { headers: { accept: 'text/html' } })
  await expectDescribed('POST /stock-alert/{id}/stop=anything', 204)
  await expectDescribed('POST /csp-report', 204, { body: { 'csp-report': {} } })
})

test('what holds for all calls: 405 names the methods that are taken, 500 says nothing else', async () => {
  const error = schemaOf({ $ref: '#/components/schemas/Error' })
  const method = await shop.call('DELETE', '/api/auth/login')
  expect([method.status, method.headers.get('allow'), error.parse(method.body)]).toEqual([
    405,
    'POST',
    method.body,
  ])
  vi.spyOn(shop.provider, 'start').mockRejectedValueOnce(new Error('A bug'))
  const { status, body } = await initialize(shop, purchase([{ productId: 'tee' }]))
  expect([status, body.code, error.parse(body)]).toEqual([500, 'INTERNAL', body])
})
