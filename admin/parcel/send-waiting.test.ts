import { onlineManager, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '#admin/data/api.ts'
import { meQuery } from '#admin/data/query.ts'
import { ApiError } from '#shared/client/api.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { forgetPicked, keepPickedOf, pickedStore, setPicked } from './picked.ts'
import { sendWaiting } from './send-waiting.ts'
import { forgetWaitingOf, keepWaiting, listWaiting, sendAgain, waitingStore } from './waiting.ts'

const entries = stubLocalStorage()

const amaka = { id: 'amaka', name: 'Amaka' }
const tunde = { id: 'tunde', name: 'Tunde' }
const pressed = (orderId: string, member = amaka) => ({
  key: `key of ${orderId}`,
  pressedAt: Date.now() - 90_000,
  member,
  orderId,
  number: orderId.toUpperCase(),
  body: { lines: [{ position: 0, quantity: 1 }] },
})
const waiting = () =>
  listWaiting().map(({ orderId, refusal }) => (refusal ? `${orderId}: ${refusal}` : orderId))

type Sent = { orderId: string; headers: Record<string, string> }
/** A shop that does what is sent, but for these orders. */
function openShop(failures: Record<string, () => ApiError> = {}, signedIn: { id: string } | null = amaka) {
  const sent: Sent[] = []
  const api = (async (method: string, path: string, input: { params: { id: string } }, call: Sent) => {
    if (method === 'get' && path === '/admin/me') {
      if (signedIn === null) throw failure(401, 'UNAUTHORIZED')
      return { ...signedIn, needsEnrolment: false }
    }
    const orderId = input.params.id
    sent.push({ orderId, headers: call.headers })
    const fail = failures[orderId]
    if (fail !== undefined) throw fail()
    return { parcels: [], left: [], exchangesLeft: [], obstacles: [] }
  }) as unknown as Api
  const queryClient = new QueryClient()
  queryClient.setQueryData(meQuery(api).queryKey, amaka as never)
  return { sent, send: () => sendWaiting(api, queryClient), orders: () => sent.map(({ orderId }) => orderId) }
}
const failure = (status: number, code: ErrorCode, message = code as string) =>
  new ApiError(status, { code, message })
const lost = () => new ApiError(0, undefined)

beforeEach(() => {
  onlineManager.setOnline(true)
  waitingStore.setState({ all: [] })
})

test('what waits is sent in the order of the presses, under its key, with its age and who pressed; a refusal holds nothing up', async () => {
  for (const orderId of ['a', 'b', 'c']) keepWaiting(pressed(orderId))
  const shop = openShop({ b: () => failure(409, 'REFUSED', 'its money went back') })
  await shop.send()
  expect(shop.orders()).toEqual(['a', 'b', 'c'])
  expect(shop.sent[0]?.headers).toEqual({
    'idempotency-key': 'key of a',
    'pressed-ago': '90',
    'pressed-by': 'amaka',
  })
  expect(waiting()).toEqual(['b: its money went back'])
  await shop.send()
  expect(shop.sent).toHaveLength(3)
  sendAgain('key of b')
  await openShop().send()
  expect(waiting()).toEqual([])
})

test.each([
  ['a lost response', lost],
  ['a proxy without a shop', () => new ApiError(502, undefined)],
  ['too much at once', () => failure(429, 'RATE_LIMITED')],
  ['a shop that is closing', () => failure(503, 'UNAVAILABLE')],
])('%s: everything waits on, in its order', async (_, fail) => {
  for (const orderId of ['a', 'b', 'c']) keepWaiting(pressed(orderId))
  const shop = openShop({ b: fail })
  await shop.send()
  expect([shop.orders(), waiting()]).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ])
})

test.each([
  ['ended', 401, 'UNAUTHORIZED', null],
  ['somebody else’s', 403, 'FORBIDDEN', tunde],
] as const)(
  'a session that is %s: nothing is refused, and nothing more is sent',
  async (_, status, code, who) => {
    for (const orderId of ['a', 'b']) keepWaiting(pressed(orderId))
    const shop = openShop({ a: () => failure(status, code) }, who)
    await shop.send()
    expect([shop.orders(), waiting()]).toEqual([['a'], ['a', 'b']])
  },
)

test('a role that may pack no more is a refusal', async () => {
  keepWaiting(pressed('a'))
  await openShop({ a: () => failure(403, 'FORBIDDEN', 'Your role does not allow this.') }).send()
  expect(waiting()).toEqual(['a: Your role does not allow this.'])
})

test('nothing is sent without a network, twice at once, or of another member', async () => {
  keepWaiting(pressed('a'))
  keepWaiting(pressed('b', tunde))
  const shop = openShop()
  onlineManager.setOnline(false)
  await shop.send()
  expect(shop.orders()).toEqual([])
  onlineManager.setOnline(true)
  await Promise.all([shop.send(), shop.send()])
  expect([shop.orders(), waiting()]).toEqual([['a'], ['b']])
  forgetWaitingOf('amaka')
  expect(waiting()).toEqual(['b'])
  forgetWaitingOf('tunde')
  expect(entries.get('admin.waiting')).toContain('"all":[]')
})

test('two tabs lose nothing of each other, an order waits once, and what the device has no room for is not kept', () => {
  keepWaiting(pressed('a'))
  const other = JSON.parse(entries.get('admin.waiting') ?? '')
  other.state.all.push(pressed('b'))
  entries.set('admin.waiting', JSON.stringify(other))
  keepWaiting(pressed('c'))
  keepWaiting({ ...pressed('c'), key: 'another' })
  keepWaiting({ ...pressed('c'), key: 'exchange', body: { exchange: 1 } as never })
  expect(listWaiting().map(({ key }) => key)).toEqual(['key of a', 'key of b', 'key of c', 'exchange'])
  entries.clear()
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError')
  })
  expect(() => keepWaiting(pressed('d'))).toThrow('needs the network')
  expect(waiting()).not.toContain('d')
})

test('in a browser that refuses storage nothing is kept, and the press says so', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.spyOn(localStorage, 'getItem').mockImplementation(refuse)
  vi.spyOn(localStorage, 'setItem').mockImplementation(refuse)
  expect(() => keepWaiting(pressed('a'))).toThrow('needs the network')
  expect(waiting()).toEqual([])
})

test('ticks are of lines of orders, and fall with them', () => {
  const item = (orderId: string, exchange: number | null = null) =>
    ({ orderId, exchange, lines: [{ position: 0 }, { position: 1 }] }) as never
  setPicked(['a - 0', 'a - 1', 'a 1 0', 'b - 0'], true)
  setPicked(['a - 1'], false)
  setPicked(['a - 0'], true)
  keepPickedOf([item('a'), item('c')])
  expect(pickedStore.getState().lines).toEqual(['a - 0'])
  forgetPicked()
  expect(entries.get('admin.picked')).toContain('"lines":[]')
})
