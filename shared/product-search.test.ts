import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import { stringifyAddress } from '#web/data/address.ts'
import { productQuery } from './contract/product.ts'
import { asSpelt, hasFilters, parseProductSearch } from './product-search.ts'

/** As the page calls the API: lists joined by commas, everything as text. */
const asked = (raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parseProductSearch(raw)).map(([name, value]) => [name, String(value)]))

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 130 }),
  fc.string({ unit: fc.constantFrom('\0', ' ', ',', 'a', '\u{1f455}', '\u00a0', '\ud83d'), maxLength: 130 }),
  fc.double().map(String),
  fc.double(),
  fc.constantFrom('0.0000001', '1e-7', '1e3', '0x10', '-0', 'true', 'newest', ' 12.50 ', '99999999'),
)
const value = fc.oneof(
  hostile,
  fc.array(fc.oneof(hostile, fc.string({ minLength: 50, maxLength: 61 })), { maxLength: 30 }),
)
const address = fc.record(
  Object.fromEntries(
    [
      'search',
      'category',
      'tag',
      'color',
      'size',
      'inStock',
      'onSale',
      'minPrice',
      'maxPrice',
      'sortBy',
      'page',
    ].map((name) => [name, value]),
  ),
  { requiredKeys: [] },
)

test('the API accepts what is parsed from any URL, and parsing it again changes nothing', () => {
  fc.assert(
    fc.property(address, (raw) => {
      expect(productQuery.safeParse(asked(raw)).error?.issues).toBeUndefined()
      expect(parseProductSearch(parseProductSearch(raw))).toEqual(parseProductSearch(raw))
    }),
    { ...SAME_CASES, numRuns: 2_000 },
  )
})

test.each([
  [{ search: '\0' }, {}],
  [{ category: 'a\0' }, {}],
  [{ color: ['Black', 'Bl\0ack'] }, { color: ['Black'] }],
  [{ minPrice: '0.0000001' }, { minPrice: 0 }],
  [{ maxPrice: '4999.5' }, { maxPrice: 4999.5 }],
  [
    { minPrice: 500, maxPrice: 500 },
    { minPrice: 500, maxPrice: 500 },
  ],
  [{ minPrice: 501, maxPrice: 500 }, {}],
  [{ maxPrice: 1_000_000 }, { maxPrice: 1_000_000 }],
  [
    { search: ' tee ', category: 'Caps' },
    { search: 'tee', category: 'Caps' },
  ],
  [
    { search: 2026, size: 42 },
    { search: '2026', size: ['42'] },
  ],
  [
    { inStock: true, onSale: 'true' },
    { inStock: true, onSale: true },
  ],
  [{ inStock: 'false', onSale: 1 }, {}],
  [{ page: 2 }, { page: 2 }],
  [{ page: '3' }, { page: 3 }],
  [{ page: 1 }, {}],
])('%j is parsed as %j', (raw, read) => {
  expect(parseProductSearch(raw)).toEqual(read)
})

test('whether anything is filtered', () => {
  expect(hasFilters({ sortBy: 'name-a-z', page: 2 })).toBe(false)
  expect(hasFilters({ tag: 'NewIn', page: 2 })).toBe(true)
})

test('seven long colours fit into a query', () => {
  const colours = Array.from({ length: 7 }, (_, index) => `${index}`.repeat(60))
  expect(parseProductSearch({ color: colours.join(',') })).toEqual({ color: colours })
  expect(productQuery.parse(asked({ color: colours })).color).toEqual(colours)
})

const values = (...names: string[]) => names.map((value) => ({ value, count: 1 }))
const facets = {
  categories: values('Caps', 'caps', 'Tees'),
  tags: values('NewIn'),
  colors: values('black', 'Off White'),
  sizes: values('M', 'one size'),
}

test.each([
  ['category=TEES&page=2', '?category=Tees&page=2'],
  ['tag=newin&sortBy=name-a-z', '?sortBy=name-a-z&tag=NewIn'],
  ['color=Black,OFF+WHITE&size=m,One+Size', '?color=black,Off+White&size=M,one+size'],
  ['size=m,M', '?size=M'],
  ['category=Tees&search=TEES', '?category=Tees&search=TEES'],
  ['category=caps', '?category=caps'],
  ['category=CAPS', '?category=CAPS'],
  ['category=Gowns&tag=old&color=pink&size=xs', '?category=Gowns&color=pink&size=xs&tag=old'],
])('"%s" is spelt "%s"', (typed, address) => {
  const search = parseProductSearch(Object.fromEntries(new URLSearchParams(typed)))
  expect(stringifyAddress(asSpelt(search, facets))).toBe(address)
})
