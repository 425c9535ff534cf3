import { describe, expect, test } from 'vitest'
import { keptAddress, mayKeep, type RequestFacts, ruleFor } from './rule.ts'

const ORIGIN = 'https://jara.example'

function facts(path: string, more: Partial<RequestFacts> = {}): RequestFacts {
  return {
    method: 'GET',
    url: new URL(path, ORIGIN),
    origin: ORIGIN,
    isNavigation: false,
    headers: new Headers(),
    ...more,
  }
}

test.each(['/', '/products', '/products?category=Tees&page=2', '/products/abc'])(
  'the page %s is cached for when there is no network',
  (path) => {
    expect(ruleFor(facts(path, { isNavigation: true }))).toBe('page')
  },
)

test.each([
  '/checkout',
  '/payment/callback?reference=jara-1',
  '/orders',
  '/orders/abc',
  '/home',
  '/login',
  '/reset-password',
  '/products/abc/def',
  '/anything',
])('the screen %s is never cached', (path) => {
  expect(ruleFor(facts(path, { isNavigation: true }))).toBe('screen')
})

test.each(['/sandbox/checkout/abc', '/dev/mailbox', '/api/docs', '/healthz'])(
  'the worker ignores %s',
  (path) => {
    expect(ruleFor(facts(path, { isNavigation: true }))).toBe('pass')
  },
)

test.each([
  '/api/product?page=2',
  '/api/product?search=tee&view=card',
  '/api/product?limit=5&tag=NewIn&view=card',
  '/api/product/abc',
  '/api/review/abc',
  '/api/app-data/categories',
])('the public response %s is cached', (path) => {
  expect(ruleFor(facts(path))).toBe('answer')
})

describe('never cached', () => {
  test.each([
    '/api/auth/profile',
    '/api/order/my-orders',
    '/api/order/abc',
    '/api/payment/verify/abc',
    '/api/app-data/shipping-addresses',
    '/api/anything-new',
    '/api/product?limit=5&search=te&view=card',
    '/sw.js',
  ])('%s', (path) => {
    expect(ruleFor(facts(path))).toBe('pass')
  })
  test('a request with a token', () => {
    expect(ruleFor(facts('/api/product', { headers: new Headers({ authorization: 'Bearer x' }) }))).toBe(
      'pass',
    )
  })
  test('a request that is not a GET', () => {
    expect(ruleFor(facts('/api/product', { method: 'POST' }))).toBe('pass')
  })
  test('a request to another origin', () => {
    expect(ruleFor(facts('https://elsewhere.example/pictures/x.avif'))).toBe('pass')
  })
})

test('content-addressed paths are files or pictures', () => {
  expect(ruleFor(facts('/assets/index-abc.js'))).toBe('file')
  expect(ruleFor(facts('/assets/hero-720-abc.avif'))).toBe('picture')
  expect(ruleFor(facts('/pictures/abc.320.avif'))).toBe('picture')
})

test.each([
  ['/?utm_source=mail', '/'],
  ['/products/abc?color=black&size=S#reviews', '/products/abc'],
  ['/products/abc?fbclid=x', '/products/abc'],
  ['/products/abc', '/products/abc'],
  ['/products', '/products'],
  ['/products?category=Tees&page=2', '/products?category=Tees&page=2'],
])('the page %s is cached as %s', (path, address) => {
  expect(keptAddress(ORIGIN + path)).toBe(ORIGIN + address)
})

test.each([
  [200, 'public, max-age=0', true],
  [200, 'no-store', false],
  [200, 'private, max-age=60', false],
  [404, 'public', false],
  [500, 'public', false],
])('a response %i with Cache-Control %j may be cached: %s', (status, control, expected) => {
  expect(mayKeep(new Response('', { status, headers: { 'cache-control': control } }))).toBe(expected)
})
