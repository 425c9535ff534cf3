import { expect, test } from 'vitest'
import { waitWords } from '#shared/plain-wait.ts'

test.each([
  [1, 'in 1 second'],
  [42, 'in 42 seconds'],
  [119, 'in 119 seconds'],
  [121, 'in 3 minutes'],
  [undefined, 'in a little while'],
])('%s seconds read "%s"', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})
