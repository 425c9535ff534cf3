import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/data/api.ts'
import { followLostAnswers } from './follow-lost-answers.ts'

const LOST = new ApiError(0, undefined)
const REFUSED = new ApiError(500, { code: 'INTERNAL', message: 'Something went wrong.' })

let client: QueryClient
let stop: () => void
let isShopThere: boolean
/** Paths that were asked for, to find out whether the shop is there. */
const asked = vi.fn()
const found = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockClear()
  isShopThere = false
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path)
    if (!isShopThere) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  found.mockClear()
  stop = followLostAnswers(client, found)
})
afterEach(() => {
  stop()
  client.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Something that a screen shows, which fails with `failure` until that is undefined. */
function show(name: string, failure: Error | undefined) {
  const state = { failure, times: 0 }
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: async () => {
      state.times += 1
      if (state.failure) throw state.failure
      return 'shown'
    },
  })
  const leave = observer.subscribe(() => {})
  return { state, leave, result: () => observer.getCurrentResult() }
}

test('what was lost is asked for again once the shop answers, and stays failed until then', async () => {
  const list = show('list', LOST)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(asked.mock.calls).toEqual([['/healthz'], ['/healthz']])
  expect(list.state.times).toBe(1)
  expect(list.result().error).toBe(LOST)

  isShopThere = true
  list.state.failure = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(list.result().data).toBe('shown')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([list.state.times, asked.mock.calls.length]).toEqual([2, 3])
  expect(found).toHaveBeenCalledOnce()
})

test('what is lost again and again is asked for ever less often, but at least every 5 minutes', async () => {
  isShopThere = true
  const list = show('list', LOST)
  const after = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return list.state.times
  }
  expect(await after(9)).toBe(1)
  expect(await after(2)).toBe(2)
  expect([await after(18), await after(2)]).toEqual([2, 3])
  expect([await after(38), await after(2)]).toEqual([3, 4])
  await after(80 + 160 + 320)
  const before = list.state.times
  expect(await after(3 * 320)).toBe(before + 3)
  expect(found).not.toHaveBeenCalled()
})

test('what failed before it was shown is asked for again too', async () => {
  const key = ['list']
  let failure: Error | undefined = LOST
  const queryFn = async () => {
    if (failure) throw failure
    return 'shown'
  }
  await client.fetchQuery({ queryKey: key, queryFn }).catch(() => {})
  isShopThere = true
  failure = undefined
  const observer = new QueryObserver(client, { queryKey: key, queryFn, retryOnMount: false })
  const leave = observer.subscribe(() => {})
  expect(observer.getCurrentResult().error).toBe(LOST)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(observer.getCurrentResult().data).toBe('shown')
  leave()
})

test.each([
  ['a refusal', REFUSED, () => {}],
  ['an answer that no screen misses any more', LOST, (leave: () => void) => leave()],
  ['anything, once it is stopped,', LOST, () => stop()],
])('%s is not asked for again', async (_, failure, happen) => {
  isShopThere = true
  const list = show('list', failure)
  await vi.advanceTimersByTimeAsync(1_000)
  happen(list.leave)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(list.state.times).toBe(1)
  expect(asked).not.toHaveBeenCalled()
  expect(found).not.toHaveBeenCalled()
})

test.each([
  ['the browser reports that there is no network', 'navigator', { onLine: false }],
  ['nobody looks at the page', 'document', { hidden: true }],
])('while %s, nothing is sent', async (_, name, state) => {
  vi.stubGlobal(name, state)
  show('list', LOST)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).not.toHaveBeenCalled()
})
