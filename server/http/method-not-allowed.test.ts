import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const text = { headers: { 'content-type': 'text/plain' }, body: '{' }

test.each([
  ['PUT', '/api/product', 'GET, HEAD'],
  ['PATCH', '/api/auth/login', 'POST'],
  ['PUT', '/api/order/my-orders', 'GET, HEAD'],
])('%s %s responds 405 with the methods it takes, whatever the body', async (method, path, allow) => {
  const response = await shop.request(path, { method, ...text })
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
})

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/product/'],
  ['GET', '/api/order/my-orders/'],
  ['GET', '/api/payment/verify/abc/'],
  ['GET', '/api/openapiXjson'],
  ['POST', '/api/nothing'],
])('%s %s does not exist', async (method, path) => {
  const response = await shop.request(path, { method, ...(method === 'GET' ? {} : text) })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
})
