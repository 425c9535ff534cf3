import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'
import { atServerTime, noteServerTime, serverNowMs, serverTimeOf } from './server-clock.ts'

const AT_MS = Date.parse('2026-11-23T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: AT_MS })
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  noteServerTime(Date.now())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a clock that is days off follows the server’s, and goes on from there', () => {
  noteServerTime(AT_MS - 2 * DAY_MS)
  expect(serverNowMs()).toBe(AT_MS - 2 * DAY_MS)
  vi.advanceTimersByTime(MINUTE_MS)
  expect(serverNowMs()).toBe(AT_MS - 2 * DAY_MS + MINUTE_MS)
  expect(serverTimeOf(AT_MS)).toBe(AT_MS - 2 * DAY_MS)
  vi.setSystemTime(AT_MS - 2 * DAY_MS)
  noteServerTime(AT_MS - 2 * DAY_MS)
  expect(serverNowMs()).toBe(AT_MS - 2 * DAY_MS)
})

test('a clock is right if the page was only rendered a little earlier, or took long to come', () => {
  noteServerTime(AT_MS - MINUTE_MS)
  expect(serverNowMs()).toBe(AT_MS)
})

test('what waits for the server’s time is called when it is reached, and when it turns out to be another', async () => {
  const call = vi.fn()
  const stop = atServerTime(AT_MS + DAY_MS, call)
  vi.advanceTimersByTime(DAY_MS - 1)
  expect(call).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(call).toHaveBeenCalledTimes(1)
  noteServerTime(AT_MS)
  await Promise.resolve()
  expect(call).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(DAY_MS)
  expect(call).toHaveBeenCalledTimes(3)
  stop()
  noteServerTime(AT_MS + 9 * DAY_MS)
  await Promise.resolve()
  expect(call).toHaveBeenCalledTimes(3)
})
