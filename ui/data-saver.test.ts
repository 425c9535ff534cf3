import { expect, test } from 'vitest'
import { savingSizes } from './data-saver.ts'

test.each([
  ['44vw', '19.8vw'],
  [
    '(min-width: 1600px) 240px, (min-width: 1024px) 20vw, 100vw',
    '(min-width: 1600px) 108px, (min-width: 1024px) 9vw, 45vw',
  ],
])('with data saving, %j shrinks to less than half, for the same windows', (sizes, saving) => {
  expect(savingSizes(sizes)).toBe(saving)
})
