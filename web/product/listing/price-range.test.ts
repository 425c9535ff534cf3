import { expect, test } from 'vitest'
import { readPriceRange } from './price-range.ts'

test.each([
  ['', '', undefined, undefined],
  ['0', '1000000', undefined, undefined],
  ['5000', '', 5000, undefined],
  ['', '20000', undefined, 20000],
  ['20000', '5000', 5000, 20000],
  ['1234', '9996', 1230, 10000],
  ['-50', '9999999', undefined, undefined],
  ['abc', '1e3', undefined, 1000],
  ['7000', '7000', 7000, 7000],
])('from %j to %j', { tags: ['5.33'] }, (from, to, minPrice, maxPrice) => {
  expect(readPriceRange(from, to)).toEqual({ minPrice, maxPrice })
})
