import { expect, test } from 'vitest'
import { productQuery } from './contract/product.ts'
import { labelKey, labelOf } from './label.ts'
import { parseProductSearch } from './product-search.ts'

const COMBINING = ' A\u0300di\u0300re\u0323 \u00a0 Blue\t'
const COMPOSED = '\u00c0d\u00ecr\u1eb9 Blue'

test('a label is NFC with single spaces', () => {
  expect(labelOf(COMBINING)).toBe(COMPOSED)
  expect(labelKey(COMBINING)).toBe(labelKey(COMPOSED.toUpperCase()))
})

test('addresses and the API read category, tag, colour and size so', () => {
  const typed = { category: COMBINING, tag: COMBINING, color: `${COMBINING},red`, size: COMBINING }
  const read = { category: COMPOSED, tag: COMPOSED, color: [COMPOSED, 'red'], size: [COMPOSED] }
  expect(parseProductSearch(typed)).toEqual(read)
  expect(productQuery.parse(typed)).toMatchObject(read)
})
