import { describe, expect, test } from 'vitest'
import { cacheAddress, mayCache, ruleFor } from './rule.ts'

const ORIGIN = 'https://jara.example'

function ruleOf(path: string, { mode = 'cors', method = 'GET', headers = {} } = {}) {
  const request = { method, mode: mode as RequestMode, headers: new Headers(headers) }
  return ruleFor(request, new URL(path, ORIGIN), ORIGIN)
}

test.each(['/', '/products', '/products?category=Tees&page=2', '/products/abc', '/pages/returns'])(
  'the page %s is cached for when there is no network',
  (path) => {
    expect(ruleOf(path, { mode: 'navigate' })).toBe('page')
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
  '/pages',
  '/pages/returns/more',
  '/anything',
])('the screen %s is never cached', (path) => {
  expect(ruleOf(path, { mode: 'navigate' })).toBe('screen')
})

test.each(['/sandbox/checkout/abc', '/dev/mailbox', '/api/docs', '/healthz'])(
  'the worker ignores %s',
  (path) => {
    expect(ruleOf(path, { mode: 'navigate' })).toBe('pass')
  },
)

test.each([
  '/api/product?page=2',
  '/api/product?search=tee&view=card',
  '/api/product?limit=5&tag=NewIn&view=card',
  '/api/product/abc',
  '/api/review/abc',
  '/api/app-data/categories',
  '/api/text-page/returns',
])('the public response %s is cached', (path) => {
  expect(ruleOf(path)).toBe('response')
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
    expect(ruleOf(path)).toBe('pass')
  })
  test('a request with a token', () => {
    expect(ruleOf('/api/product', { headers: { authorization: 'Bearer x' } })).toBe('pass')
  })
  test('a request that is not a GET', () => {
    expect(ruleOf('/api/product', { method: 'POST' })).toBe('pass')
  })
  test('a request to another origin', () => {
    expect(ruleOf('https://elsewhere.example/pictures/x.avif')).toBe('pass')
  })
})

test('content-addressed paths are files or pictures', () => {
  expect(ruleOf('/assets/index-abc.js')).toBe('file')
  expect(ruleOf('/assets/hero-720-abc.avif')).toBe('picture')
  expect(ruleOf('/pictures/abc.320.avif')).toBe('picture')
})

test.each([
  ['/?utm_source=mail', '/'],
  ['/products/abc?color=black&size=S#reviews', '/products/abc'],
  ['/products/abc?fbclid=x', '/products/abc'],
  ['/products/abc', '/products/abc'],
  ['/products', '/products'],
  ['/products?category=Tees&page=2', '/products?category=Tees&page=2'],
])('the page %s is cached as %s', (path, address) => {
  expect(cacheAddress(ORIGIN + path)).toBe(ORIGIN + address)
})

test.each([
  [200, 'public, max-age=0', true],
  [200, 'no-store', false],
  [200, 'private, max-age=60', false],
  [404, 'public', false],
  [500, 'public', false],
])('a response %i with Cache-Control %j may be cached: %s', (status, control, expected) => {
  expect(mayCache(new Response('', { status, headers: { 'cache-control': control } }))).toBe(expected)
})
