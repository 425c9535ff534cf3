import { expect, test } from 'vitest'
import { compareSizes } from './value.ts'

test.each([
  ['letters', ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL']],
  ['letters, the large ones counted', ['m', 'XL', '2XL', '3XL']],
  ['letters of two', ['S', 'M', 'S/M', 'L', 'XL', 'L/XL', 'XXL']],
  ['numbers, then those with a unit', ['6', '10', '200', '30 ml', '100 ml']],
  ['numbers of a country', ['UK 6', 'UK 9', 'UK 10']],
  ['all kinds', ['M', '38', 'One size']],
])('%s from small to large', (_, sizes) => {
  expect(sizes.toReversed().sort(compareSizes)).toEqual(sizes)
  expect(compareSizes('L', 'L')).toBe(0)
})
