import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { reviews } from '#server/db/schema.ts'
import { addAccount, type TestAccount } from '#test/support/account.ts'
import { addOrder } from '#test/support/order.ts'
import { newKey, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { endSession, startSession } from './session-store.ts'

/** Every API route on data of ada's, called without a token, with a dead token, by bola and by ada. */
const CALLERS = ['none', 'dead', 'bola', 'ada'] as const
type Caller = (typeof CALLERS)[number]

/** `statuses` in the order of CALLERS. */
type Expected = { statuses: number[]; path?: () => string | Promise<string>; body?: () => unknown }

let shop: TestShop
let ada: TestAccount
let bola: TestAccount
let deadToken = ''
let adasOrder = ''
let adasReference = ''
beforeAll(async () => {
  shop = await openTestShop()
  await seedPlace(shop.db)
  for (const id of ['tee', 'cap']) await seedProduct(shop.db, { id })
  await seedProduct(shop.db, { id: 'sold-out', stock: [{ color: 'black', size: 'M', quantity: 0 }] })
  ada = await addAccount(shop, 'ada@example.ng')
  bola = await addAccount(shop, 'bola@example.ng')
  deadToken = await startSession(shop.db, ada.id, shop.now())
  await endSession(shop.db, deadToken)
  const placed = await addOrder(shop, { email: ada.email, userId: ada.id, status: 'paid' })
  adasOrder = placed.id
  adasReference = placed.reference
})
afterAll(() => shop.close())

async function adasReview(): Promise<string> {
  const id = newId()
  await shop.db.delete(reviews)
  const text = { rating: 5, comment: 'Mine' }
  await shop.db.insert(reviews).values({ id, productId: 'cap', userId: ada.id, userName: 'Ada', ...text })
  return id
}

const someone = () => ({ email: `${newId()}@example.ng`, otp: '123456', password: 'Adire-2026' })
const everybody = (status: number) => [status, status, status, status]

/** A missing or nonexistent route fails the first test. */
const MATRIX: Record<string, Expected> = {
  'GET /api/auth/profile': { statuses: [401, 401, 200, 200] },
  'GET /api/order/my-orders': { statuses: [401, 401, 200, 200] },
  'GET /api/order/{id}': { statuses: [401, 401, 404, 200], path: () => `/api/order/${adasOrder}` },
  'POST /api/review/{id}': {
    statuses: [401, 401, 201, 201],
    path: () => '/api/review/tee',
    body: () => ({ reviewData: { rating: 5, comment: 'Good' } }),
  },
  'DELETE /api/review/{id}': {
    statuses: [401, 401, 403, 204],
    path: async () => `/api/review/${await adasReview()}`,
  },

  'POST /api/auth/register': { statuses: everybody(201), body: () => ({ ...someone(), fullName: 'Chidi' }) },
  'POST /api/auth/verify-otp': { statuses: everybody(400), body: someone },
  'POST /api/auth/resend-otp': {
    statuses: everybody(200),
    body: () => ({ ...someone(), purpose: 'verify_email' }),
  },
  // 401 for a wrong password, not for a dead session.
  'POST /api/auth/login': { statuses: everybody(401), body: someone },
  'POST /api/auth/forgot-password': { statuses: everybody(200), body: someone },
  'POST /api/auth/verify-password-otp': { statuses: everybody(400), body: someone },
  'POST /api/auth/reset-password': {
    statuses: everybody(400),
    body: () => ({ ...someone(), newPassword: 'Adire-2026' }),
  },
  'GET /api/product': { statuses: everybody(200) },
  'POST /api/cart/check': { statuses: everybody(200), body: () => ({ productIds: ['tee'] }) },
  'GET /api/product/{id}': { statuses: everybody(200), path: () => '/api/product/tee' },
  'GET /api/review/{id}': { statuses: everybody(200), path: () => '/api/review/tee' },
  'GET /api/app-data/categories': { statuses: everybody(200) },
  'GET /api/app-data/tags': { statuses: everybody(200) },
  'GET /api/app-data/shipping-addresses': { statuses: everybody(200) },
  'POST /api/payment/initialize': {
    statuses: everybody(200),
    body: () => ({ ...purchase([{ productId: 'tee' }]), email: someone().email }),
  },
  'GET /api/payment/verify/{reference}': {
    statuses: everybody(200),
    path: () => `/api/payment/verify/${adasReference}`,
  },
  // 401 for a missing signature.
  'POST /api/payment/webhook': { statuses: everybody(401), body: () => ({ event: 'charge.success' }) },
  'POST /api/csp-report': { statuses: everybody(204), body: () => ({}) },
  'POST /api/stock-alert': {
    statuses: everybody(200),
    body: () => ({ email: someone().email, productId: 'sold-out', color: 'black', size: 'M' }),
  },
  'GET /api/stock-alert/{id}/stop': { statuses: everybody(302), path: () => '/api/stock-alert/none/stop' },
  'POST /api/stock-alert/{id}/stop': { statuses: everybody(204), path: () => '/api/stock-alert/none/stop' },
  // Must be last: it ends the sessions.
  'POST /api/auth/logout': { statuses: everybody(204) },
}

function bearer(caller: Caller): Record<string, string> {
  const tokens = { none: undefined, dead: deadToken, bola: bola.token, ada: ada.token }
  const token = tokens[caller]
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

async function ask(call: string, { path, body }: Expected, caller: Caller) {
  const [method = '', template = ''] = call.split(' ')
  return shop.call(method, (await path?.()) ?? template, body?.(), {
    ...bearer(caller),
    'idempotency-key': newKey(),
  })
}

test('the matrix holds every call that the API has', { tags: ['6.8'] }, async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  const calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} /api${path}`),
  )
  expect(Object.keys(MATRIX).toSorted()).toEqual(calls.toSorted())
})

test.each(Object.entries(MATRIX))('%s', { tags: ['6.1', '7.10'] }, async (call, expected) => {
  const responses = []
  for (const caller of CALLERS) responses.push(await ask(call, expected, caller))
  expect(responses.map((response) => response.status)).toEqual(expected.statuses)
  const [none, dead] = responses
  // A dead token counts as none: a guest where guests are served, refused where they are not.
  if (none?.status !== 200 && none?.status !== 201) expect(dead?.body).toEqual(none?.body)
})

test('the five guarded routes check the session before the request body', async () => {
  const guarded = Object.entries(MATRIX).filter(([call]) => /profile|order|(POST|DELETE) .*review/.test(call))
  expect(guarded).toHaveLength(5)
  for (const [call] of guarded) {
    const [method = '', path = ''] = call.split(' ')
    const body = method === 'POST' ? { nonsense: true } : undefined
    const { status, body: response } = await shop.call(method, path.replace(/\{\w+\}/, '%00'), body)
    expect([call, status, response.code]).toEqual([call, 401, 'UNAUTHORIZED'])
  }
})
