import { TrieRouter } from 'hono/router/trie-router'
import { expect, test, vi } from 'vitest'
import { RememberingRouter } from './remembering-router.ts'

const ROUTES = [
  ['ALL', '*'],
  ['GET', '/order/my-orders'],
  ['GET', '/order/:id'],
  ['POST', '/order/:id/retry'],
  ['GET', '/pictures/:file'],
] as const

/** Shorter and longer than what is remembered, more than it is for, and each more than once. */
const REQUESTS = Array.from({ length: 2_500 }, (_, number) => [
  ['GET', `/order/${number}`],
  ['POST', `/order/${number}`],
  ['POST', `/order/${number % 7}/retry`],
  ['GET', '/order/my-orders'],
  ['GET', `/pictures/${'x'.repeat(number % 300)}`],
  ['GET', `/nowhere/${number}`],
]).flat() as [method: string, path: string][]

test('a path is found as without a memory, the first time and later', () => {
  const plain = new TrieRouter<string>()
  const remembering = new RememberingRouter<string>()
  for (const [method, path] of ROUTES) {
    plain.add(method, path, `${method} ${path}`)
    remembering.add(method, path, `${method} ${path}`)
  }
  for (const [method, path] of [...REQUESTS, ...REQUESTS])
    expect(remembering.match(method, path)).toEqual(plain.match(method, path))
})

test('a route that is added later is found by a path that was asked for before', () => {
  const router = new RememberingRouter<string>()
  router.add('GET', '/order/:id', 'order')
  expect(router.match('GET', '/order/1')).toEqual([[['order', { id: '1' }]]])
  router.add('GET', '*', 'any')
  expect(router.match('GET', '/order/1')[0].map(([handler]) => handler)).toEqual(['order', 'any'])
})

test('a short path without parameters is looked up once, until a thousand others were', () => {
  const lookUp = vi.spyOn(TrieRouter.prototype, 'match')
  const router = new RememberingRouter<string>()
  for (const [method, path] of ROUTES) router.add(method, path, `${method} ${path}`)
  const lookUps = (path: string) => {
    const before = lookUp.mock.calls.length
    router.match('GET', path)
    return lookUp.mock.calls.length - before
  }
  expect([lookUps('/products'), lookUps('/products')]).toEqual([1, 0])
  for (const path of ['/order/7', `/${'x'.repeat(300)}`])
    expect([lookUps(path), lookUps(path)]).toEqual([1, 1])
  for (let number = 1; number < 1_000; number++) router.match('GET', `/nowhere/${number}`)
  expect([lookUps('/order/8'), lookUps('/products')]).toEqual([1, 0])
  expect([lookUps('/nowhere/1000'), lookUps('/products')]).toEqual([1, 1])
  lookUp.mockRestore()
})
