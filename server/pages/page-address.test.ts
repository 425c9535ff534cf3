import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

const address = (path: string) => pageAddress(new URL(path, 'https://jara.example'))

test.each([
  ['/?utm_source=whatsapp', '/'],
  ['/products?x=1', '/products'],
  ['/products?fbclid=abc&page=2', '/products?page=2'],
  ['/products?page=1', '/products'],
  ['/products?page=999999999999', '/products'],
  ['/products?tag=NewIn&category=Tees', '/products?category=Tees&tag=NewIn'],
  ['/products?category=Tees&tag=NewIn', '/products?category=Tees&tag=NewIn'],
  ['/products?color=Black&color=Navy', '/products?color=Black%2CNavy'],
  ['/products?color=Black,Navy', '/products?color=Black%2CNavy'],
  ['/products?minPrice=&sortBy=unknown', '/products'],
  ['/products/abc?ref=friend', '/products/abc'],
])('%s shows the document of %s', (given, wanted) => {
  expect(address(given)).toBe(wanted)
})

test('what is no page of ours keeps its address', () => {
  expect(address('/nothing?here=1')).toBe('/nothing?here=1')
  expect(address('/products/?page=2')).toBe('/products/?page=2')
})

test('a document is its own', () => {
  for (const path of ['/products?color=Black%2CNavy&page=3', '/products?search=%E2%82%A6+tee', '/']) {
    expect(address(address(path))).toBe(address(path))
  }
})
