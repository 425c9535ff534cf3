import { expect, test } from 'vitest'
import { isLockedByFailures, loginDelayMs } from './login-throttle.ts'

test('five tries are free, then the wait doubles from 1 s to 15 min and stays there', () => {
  const seconds = [1, 4, 5, 6, 7, 14, 15, 16, 99].map((failures) => loginDelayMs(failures) / 1000)
  expect(seconds).toEqual([0, 0, 1, 2, 4, 512, 900, 900, 900])
})

test('the hundredth failure in a row locks', () => {
  expect([99, 100, 101].map(isLockedByFailures)).toEqual([false, true, true])
})
