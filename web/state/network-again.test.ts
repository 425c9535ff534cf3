import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkAgain } from './network-again.ts'

let browser: EventTarget
let listening: Set<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  listening = new Set()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    listening.add(listener)
    browser.addEventListener(name, listener)
  })
  vi.stubGlobal('removeEventListener', (name: string, listener: () => void) => {
    listening.delete(listener)
    browser.removeEventListener(name, listener)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  ['when the browser reports it', () => browser.dispatchEvent(new Event('online'))],
  ['after 10 s in any case', () => vi.advanceTimersByTime(10_000)],
])('the network is expected again %s, and nothing is left waiting', async (_, happen) => {
  const done = vi.fn()
  const again = networkAgain().then(done)
  await vi.advanceTimersByTimeAsync(9_900)
  expect(done).not.toHaveBeenCalled()
  happen()
  await again
  expect(listening.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
