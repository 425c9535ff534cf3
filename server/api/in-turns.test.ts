import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Arrived, inTurns } from './in-turns.ts'
import { TurnResponse } from './turn-response.ts'

/** Above and below the time of one turn. */
const LONG_MS = 3
const SHORT_MS = 0.5

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Requests by their names, which take this long: half of it before their first microtask. */
function openTurns(takesMs: number) {
  const begun: string[] = []
  const listen = inTurns(async ({ url = '' }) => {
    begun.push(url)
    vi.advanceTimersByTime(takesMs / 2)
    await Promise.resolve()
    await Promise.resolve()
    vi.advanceTimersByTime(takesMs / 2)
  })
  /** As Node does for each connection that has something to say. */
  const arrive = async (url: string, { method = 'GET', socket = {} as object | null } = {}) => {
    const response = { destroyed: false, socket }
    listen({ url, method } as IncomingMessage, response as ServerResponse)
    await new Promise<void>((done) => queueMicrotask(() => process.nextTick(done)))
    return response
  }
  return { begun, arrive }
}

test('a request to an idle shop is begun at once', async () => {
  const { begun, arrive } = openTurns(LONG_MS)
  await arrive('first')
  expect(begun).toEqual(['first'])
  await nextTurn()
  await nextTurn()
  await arrive('second')
  expect(begun).toEqual(['first', 'second'])
})

test('requests that take long are begun one a turn, in the order of their arrival, late ones last', async () => {
  const { begun, arrive } = openTurns(LONG_MS)
  for (const name of ['a', 'b', 'c']) await arrive(name)
  expect(begun).toEqual(['a'])
  await nextTurn()
  expect(begun).toEqual(['a', 'b'])
  await arrive('late')
  expect(begun).toEqual(['a', 'b'])
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c'])
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c', 'late'])
})

test('requests that take little are begun several a turn', async () => {
  const { begun, arrive } = openTurns(SHORT_MS)
  const names = Array.from({ length: 12 }, (_, i) => `${i}`)
  for (const name of names) await arrive(name)
  // The fifth begins when the turn is not over yet.
  expect(begun).toEqual(names.slice(0, 5))
  await nextTurn()
  expect(begun).toEqual(names.slice(0, 10))
  await nextTurn()
  expect(begun).toEqual(names)
})

test('a read whose reader has hung up while it waited is left out, a write is carried out', async () => {
  const { begun, arrive } = openTurns(LONG_MS)
  await arrive('a')
  const read = await arrive('read')
  const write = await arrive('write', { method: 'POST' })
  await arrive('b')
  read.destroyed = true
  write.destroyed = true
  await nextTurn()
  expect(begun).toEqual(['a', 'write'])
  await nextTurn()
  expect(begun).toEqual(['a', 'write', 'b'])
})

test('what a client asks ahead of its last response does not wait in line', async () => {
  const { begun, arrive } = openTurns(LONG_MS)
  await arrive('a')
  await arrive('waiting')
  await arrive('ahead', { socket: null })
  expect(begun).toEqual(['a', 'ahead'])
  await nextTurn()
  expect(begun).toEqual(['a', 'ahead', 'waiting'])
})

test('what the line completes is written before the next turn, which may be a page’s', async () => {
  const listen = inTurns((_request, response) => {
    vi.advanceTimersByTime(LONG_MS)
    response.end('done')
  })
  const responses = ['a', 'b', 'c'].map((url) => {
    const request = { url, method: 'GET' } as IncomingMessage
    const response = Object.defineProperty(new TurnResponse(request), 'socket', { value: {} })
    listen(request, response)
    return response
  })
  const written = () => responses.map(({ headersSent }) => headersSent)
  expect(written()).toEqual([false, false, false])
  await nextTurn()
  expect(written()).toEqual([true, true, false])
  await nextTurn()
  expect(written()).toEqual([true, true, true])
})

test('a request that waits in line is told when it arrived', async () => {
  const listen = inTurns(() => vi.advanceTimersByTime(LONG_MS))
  const requests = ['begun', 'waiting'].map((url) => ({ url }) as Arrived)
  for (const request of requests) listen(request, { socket: {} } as ServerResponse)
  expect(requests.map(({ arrivedMs }) => arrivedMs)).toEqual([undefined, performance.now()])
  await nextTurn()
})
