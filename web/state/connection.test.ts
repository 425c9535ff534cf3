import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/client/api.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { followConnection, useConnection } from './connection.ts'

const LOST = new ApiError(0, undefined)
const REFUSED = new ApiError(400, { code: 'VALIDATION', message: 'Please check.' })

let browser: EventTarget
let page: { onLine: boolean; hidden: boolean }
let isShopThere: boolean
/** Paths that were asked for, to find out whether the shop is there. */
const requested = vi.fn()
const back = vi.fn()
let stop: () => void
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
  requested.mockClear()
  back.mockClear()
  isShopThere = false
  browser = new EventTarget()
  page = Object.assign(browser, { onLine: true, hidden: false })
  vi.stubGlobal('navigator', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('fetch', async (path: string) => {
    requested(path)
    if (!isShopThere) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
  client = createQueryClient()
  client.mount()
  stop = followConnection(back)
})
afterEach(() => {
  stop()
  client.unmount()
  client.clear()
  onlineManager.setOnline(true)
  useConnection.setState({ isOffline: false })
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

/** Something that a screen shows, which fails with `failure` until that is undefined. */
function show(failure: Error | undefined) {
  const state = { failure, times: 0 }
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    retry: false,
    queryFn: async () => {
      state.times += 1
      if (state.failure) throw state.failure
      return 'shown'
    },
  })
  observer.subscribe(() => {})
  return { state, result: () => observer.getCurrentResult() }
}

test('what was lost is requested again once the shop responds, and stays failed until then', async () => {
  const list = show(LOST)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(requested.mock.calls).toEqual([['/healthz'], ['/healthz']])
  expect(list.state.times).toBe(1)
  expect(list.result().error).toBe(LOST)

  isShopThere = true
  list.state.failure = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(list.result().data).toBe('shown')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([list.state.times, requested.mock.calls.length]).toEqual([2, 3])
  expect(back).toHaveBeenCalledOnce()
})

test('a refusal is not requested again', async () => {
  isShopThere = true
  const list = show(REFUSED)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(list.state.times).toBe(1)
  expect(requested).not.toHaveBeenCalled()
})

test.each([
  ['the browser reports that there is no network', { onLine: false }],
  ['nobody looks at the page', { hidden: true }],
])('while %s, nothing is sent', async (_, state) => {
  Object.assign(page, state)
  show(LOST)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requested).not.toHaveBeenCalled()
})

test('the shopper is offline from the browser’s report until the shop responds, not until the next report', async () => {
  const isOffline = () => useConnection.getState().isOffline
  browser.dispatchEvent(new Event('offline'))
  expect(isOffline()).toBe(true)
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1)
  expect(isOffline()).toBe(true)
  isShopThere = true
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1)
  expect(isOffline()).toBe(false)
  expect(back).toHaveBeenCalledOnce()
})
