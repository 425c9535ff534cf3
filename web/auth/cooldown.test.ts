import { expect, test } from 'vitest'
import { secondsUntil } from './cooldown.ts'

test.each([
  [30_000, 30],
  [29_999, 30],
  [29_000, 29],
  [1, 1],
  [0, 0],
  [-5_000, 0],
])('%i ms before the end, %i seconds are left', { tags: ['4.7'] }, (leftMs, seconds) => {
  expect(secondsUntil(1_000_000 + leftMs, 1_000_000)).toBe(seconds)
})
