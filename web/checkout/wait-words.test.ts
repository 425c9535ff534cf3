import { expect, test } from 'vitest'
import { waitWords } from './wait-words.ts'

test.each([
  [1, 'in 1 second'],
  [42, 'in 42 seconds'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [undefined, 'in a little while'],
])('%s seconds are said as "%s"', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})
