import { expect, test } from 'vitest'
import { readMeaning } from './search-meaning.ts'

const SIZES = ['S', 'M', 'XL', 'XXL', '42', 'UK 9']
const read = (search: string, chosen = {}) => {
  const query = { search, page: 1, limit: 5, ...chosen }
  const {
    page: _page,
    limit: _limit,
    ...meaning
  } = readMeaning(query, (word) => SIZES.filter((size) => size.toLowerCase() === word.toLowerCase()))
  return meaning
}

test.each([
  ['XL hoodie', { search: 'hoodie', size: ['XL'] }],
  ['hoodie xl', { search: 'hoodie', size: ['XL'] }],
  ['m or xl hoodie', { search: 'or hoodie', size: ['M', 'XL'] }],
  ['sandals size 42', { search: 'sandals', size: ['42'] }],
  ['sale', { search: undefined, onSale: true }],
  ['hoodies on sale', { search: 'hoodies', onSale: true }],
  ['under 20000', { search: undefined, maxPrice: 20_000 }],
  ['hoodie below ₦20,000', { search: 'hoodie', maxPrice: 20_000 }],
  ['caps less than 7.5k', { search: 'caps', maxPrice: 7_500 }],
  ['tee above 10k naira', { search: 'tee', minPrice: 10_000 }],
  ['shirt between 10 and 20k', { search: 'shirt', minPrice: 10_000, maxPrice: 20_000 }],
])('%s', (typed, meant) => {
  expect(read(typed)).toEqual(meant)
})

test.each(['hoodie', 't-shirt', 'under 18', 'XS tee', 'wholesale', '42 jersey', 'from lagos'])(
  '%s are words only',
  (typed) => {
    expect(read(typed)).toEqual({ search: typed })
  },
)

test('a chosen filter wins', () => {
  expect(read('XL hoodie under 20k', { size: ['S'], maxPrice: 9_000 })).toEqual({
    search: 'hoodie',
    size: ['S'],
    maxPrice: 9_000,
  })
})
