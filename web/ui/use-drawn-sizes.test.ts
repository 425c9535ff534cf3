import { expect, test } from 'vitest'
import { lightSizes } from './use-drawn-sizes.ts'

test.each([
  ['44vw', '19.8vw'],
  [
    '(min-width: 1600px) 240px, (min-width: 1024px) 20vw, 100vw',
    '(min-width: 1600px) 108px, (min-width: 1024px) 9vw, 45vw',
  ],
])('who spends little data gets a picture for less than half of %j, at the same windows', (sizes, light) => {
  expect(lightSizes(sizes)).toBe(light)
})
