import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atInstant } from './at-instant.ts'

const START_MS = Date.parse('2026-03-01T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const lookAgain = () => document.dispatchEvent(new Event('visibilitychange'))

test('calls at the instant', () => {
  const call = vi.fn()
  atInstant(START_MS + 60_000, call)
  vi.advanceTimersByTime(59_999)
  expect(call).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(call).toHaveBeenCalledOnce()
})

test('a page that slept through the instant is called when it becomes visible again', () => {
  const call = vi.fn()
  const callOff = atInstant(START_MS + 60_000, call)
  // The clock went on, the timers did not.
  vi.setSystemTime(START_MS + 3_600_000)
  lookAgain()
  expect(call).toHaveBeenCalledOnce()
  callOff()
  lookAgain()
  vi.advanceTimersByTime(120_000)
  expect(call).toHaveBeenCalledOnce()
})

test('an instant beyond a timer’s longest delay is not called at once', () => {
  const call = vi.fn()
  atInstant(START_MS + 2 ** 31, call)
  vi.advanceTimersByTime(60_000)
  expect(call).not.toHaveBeenCalled()
})
