import { expect, test } from 'vitest'
import { lightSizes } from './use-drawn-sizes.ts'

test.each([
  ['44vw', '33vw'],
  [
    '(min-width: 1600px) 240px, (min-width: 1024px) 20vw, 100vw',
    '(min-width: 1600px) 180px, (min-width: 1024px) 15vw, 75vw',
  ],
])('who spends little data gets three quarters of %j, at the same widths of window', (sizes, light) => {
  expect(lightSizes(sizes)).toBe(light)
})
