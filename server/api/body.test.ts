import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function login(body: string, contentType: string): Promise<{ status: number; code: string }> {
  const response = await shop.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  })
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, code }
}

const GOOD = JSON.stringify({ email: 'ada@shop.example', password: 'Password1' })
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([
  ['text', GOOD, 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a form', 'email=a', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a media type with nothing after its semicolon', GOOD, 'application/json;', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['half a body', GOOD.slice(0, -2), 'application/json', 400, 'MALFORMED_JSON'],
  ['nothing', '', 'application/json', 400, 'MALFORMED_JSON'],
  ['a list', '[]', 'application/json', 400, 'VALIDATION'],
  ['nesting', nested(9), 'application/json', 400, 'VALIDATION'],
  ['a prototype', '{"__proto__":{}}', 'application/json', 400, 'VALIDATION'],
  ['a NUL in a text', '{"email":"a\\u0000@b.ng"}', 'application/json', 400, 'VALIDATION'],
  ['half a character', '{"email":"a\\ud800@b.ng"}', 'application/json', 400, 'VALIDATION'],
  ['a NUL in a name', '{"\\u0000":1}', 'application/json', 400, 'VALIDATION'],
  ['too much', `"${'x'.repeat(100_000)}"`, 'application/json', 413, 'BODY_TOO_LARGE'],
])('a body that is %s is refused in plain words', async (_name, body, contentType, status, code) => {
  expect(await login(body, contentType)).toEqual({ status, code })
})

test('a body of 100 KB is taken', async () => {
  const filling = { ...JSON.parse(GOOD), filling: '' }
  filling.filling = 'x'.repeat(100_000 - JSON.stringify(filling).length)
  expect((await login(JSON.stringify(filling), 'application/json')).status).toBe(401)
})

test('what no sentence of ours foresaw is refused in plain words too', async () => {
  const body = { items: true, shippingInfo: [], totalAmount: 'much' }
  const { body: answer } = await shop.call('POST', '/api/payment/initialize', body)
  expect(Object.values(answer.fields)).toEqual(expect.arrayContaining(['This is not valid.']))
  expect(JSON.stringify(answer)).not.toMatch(/expected|received/)
})
