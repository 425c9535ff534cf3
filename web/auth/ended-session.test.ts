import { type AnyRouter, createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { type Api, createApi } from '#web/data/api.ts'
import { readProfile } from '#web/data/session.ts'
import { useSession } from '#web/state/session.ts'
import { endRefusedSession } from './leave-signed-in.ts'
import { refreshUser } from './use-session-start.ts'

stubLocalStorage()
const assign = vi.fn()

const ADA = { id: 'u1', fullName: 'Ada Obi', email: 'ada@home.example' }
const router = { history: createMemoryHistory({ initialEntries: ['/products?tag=NewIn'] }) } as AnyRouter

/** The shop responds to everything with this. */
const responding = (status: number, body: object): Api =>
  createApi(
    async () => Response.json(body, { status }),
    (token) => endRefusedSession(router, token),
  )

/** Where the shopper was sent, and the session that is left. */
const outcome = () => [assign.mock.calls.flat(), useSession.getState().token, useSession.getState().user]
const ENDED = [['/login?next=%2Fproducts%3Ftag%3DNewIn'], null, null]

beforeEach(() => {
  assign.mockReset()
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('addEventListener', () => {})
  useSession.getState().signIn('spent', ADA)
})

const token = 'spent'
const reviewData = { rating: 5, comment: 'Soft.' }

test.each<[string, (api: Api) => Promise<unknown>]>([
  ['the profile', (api) => readProfile(api, token)],
  ['the orders', (api) => api('get', '/order/my-orders', {}, { token })],
  ['an order', (api) => api('get', '/order/{id}', { params: { id: 'o1' } }, { token })],
  [
    'a new review',
    (api) => api('post', '/review/{id}', { params: { id: 'tee' }, body: { reviewData } }, { token }),
  ],
  ['a review to delete', (api) => api('delete', '/review/{id}', { params: { id: 'r1' } }, { token })],
  [
    'a payment to verify',
    (api) => api('get', '/payment/verify/{reference}', { params: { reference: 'jara-1' } }, { token }),
  ],
  ['logging out', (api) => api('post', '/auth/logout', {}, { token })],
])(
  'a 401 for %s ends the session and leads to the login screen',
  { tags: ['2.20', '7.1'] },
  async (_, call) => {
    const api = responding(401, { code: 'UNAUTHORIZED', message: 'Please log in to go on.' })
    await expect(call(api)).rejects.toThrow('Please log in to go on.')
    expect(outcome()).toEqual(ENDED)
  },
)

test.each([
  [401, 'Please log in to go on.'],
  [403, 'Unauthorized'],
  [500, 'Request failed with status code 401'],
  [502, 'upstream: unauthorized'],
])('a profile that fails with a %i that says “%s” signs out', { tags: ['4.5'] }, async (status, message) => {
  await refreshUser(responding(status, { code: 'INTERNAL', message }), router, token)
  expect(outcome()).toEqual(ENDED)
})

test.each([
  [500, 'Something went wrong.'],
  [429, 'Too many tries in a short time.'],
  [404, 'Order 14012 was not found.'],
])('a profile that fails with a %i that says “%s” changes nothing', async (status, message) => {
  await refreshUser(responding(status, { code: 'INTERNAL', message }), router, token)
  expect(outcome()).toEqual([[], 'spent', ADA])
})

test('a late refusal of an old token does not end the session that replaced it', async () => {
  useSession.getState().signIn('fresh', ADA)
  await refreshUser(responding(401, { code: 'UNAUTHORIZED', message: 'Please log in.' }), router, token)
  expect(outcome()).toEqual([[], 'fresh', ADA])
})
