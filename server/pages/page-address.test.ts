import { expect, test } from 'vitest'
import { publicRoute } from '#server/http-cache/public-address.ts'
import { decodablePath, isSecretAddress, pageAddress } from './page-address.ts'

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
  ['/products/abc?ref=friend&size=M&page=2', '/products/abc'],
  // The picture on the card of a shared link is that of its colour.
  ['/products/abc?size=M&color=Royal+Blue', '/products/abc?color=Royal+Blue'],
])('%s shows the document of %s', (given, wanted) => {
  expect(address(given)).toBe(wanted)
})

test('the URL of an unknown page is unchanged', () => {
  expect(address('/nothing?here=1')).toBe('/nothing?here=1')
  expect(address('/products/?page=2')).toBe('/products/?page=2')
})

test('normalising a URL twice changes nothing', () => {
  for (const path of ['/products?color=Black%2CNavy&page=3', '/products?search=%E2%82%A6+tee', '/']) {
    expect(address(address(path))).toBe(address(path))
  }
})

test.each(['/', '/products', '/products/abc', '/products/a%20b'])('%s is public', (path) => {
  expect(publicRoute(path)).toBeDefined()
})

test.each([
  ...[
    '/orders',
    '/checkout%20',
    '/%6frders',
    '/Orders',
    '/Products',
    '/%70roducts',
    '/products/',
    '/products/a/b',
  ],
  '/products/%61bc',
  '/nothing',
])('%s is never cached', (path) => {
  expect(publicRoute(path)).toBeUndefined()
})

test.each([
  ['/products/a%20b', '/products/a%20b'],
  ['/%', '/%25'],
  ['/products/%ff', '/products/%25ff'],
  ['//%', '/%25'],
])('%s is decodable as %s', (given, wanted) => {
  expect(decodablePath(given)).toBe(wanted)
})

test.each([
  '/payment/callback',
  '/Payment/Callback',
  '/%70ayment/callback',
  '/payment/%63allback%20',
  '/receipt/token',
])('%s is known only to who may see what it shows', (path) => {
  expect(isSecretAddress(path)).toBe(true)
})
