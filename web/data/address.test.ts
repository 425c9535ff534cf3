import { expect, test } from 'vitest'
import { parseProductSearch } from '#shared/product-search.ts'
import { parseAddress, stringifyAddress } from './address.ts'

test('a listing’s address is read back as it was written', () => {
  const search = {
    search: '100% cotton, "heavy" & soft',
    category: 'T-Shirts',
    color: ['Black', 'Light Grey'],
    size: ['38', 'XL'],
    inStock: true,
    minPrice: 1000,
    maxPrice: 5000.5,
    sortBy: 'price-low-high' as const,
    page: 3,
  }
  const address = stringifyAddress(search)
  expect(parseProductSearch(parseAddress(address))).toEqual(search)
  expect(address).toContain('color=Black,Light+Grey')
  expect(address).toContain('size=38,XL')
})

test('a form repeats a name for several values and sends empty fields', () => {
  const read = parseAddress('?search=&category=Caps&color=Black&color=Navy&minPrice=&maxPrice=9000')
  expect(parseProductSearch(read)).toEqual({ category: 'Caps', color: ['Black', 'Navy'], maxPrice: 9000 })
})

test('digits stay text until a route gives them a type', () => {
  expect(parseAddress('?reference=0012&search=42')).toEqual({ reference: '0012', search: '42' })
})

test('no parameters make an empty address', () => {
  expect(stringifyAddress({ page: undefined, color: [] })).toBe('')
  expect(parseAddress('')).toEqual({})
})
