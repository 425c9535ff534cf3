import { expect, test } from 'vitest'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()

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

test.each(['application/json;', 'application/json ; charset=utf-8', 'Application/JSON;odata.metadata=none'])(
  '%j names JSON as well as any',
  async (contentType) => {
    expect(await login(GOOD, contentType)).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' })
  },
)

test.each(['application/json', 'text/plain', ''])(
  'a call that needs no body takes an empty one of type %j',
  async (type) => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
    expect((await shop.request('/api/auth/logout', { method: 'POST', headers })).status).toBe(204)
    expect((await shop.request('/api/auth/logout', { method: 'POST', headers, body: '' })).status).toBe(204)
  },
)

test('a body of 100 KB is accepted', async () => {
  const filling = { ...JSON.parse(GOOD), filling: '' }
  filling.filling = 'x'.repeat(100_000 - JSON.stringify(filling).length)
  expect((await login(JSON.stringify(filling), 'application/json')).status).toBe(401)
})

test('errors without a message of our own are reported in plain words too', async () => {
  const body = { items: true, shippingInfo: [], totalAmount: 'much' }
  const { body: json } = await shop.call('POST', '/api/payment/initialize', body)
  expect(Object.values(json.fields)).toEqual(expect.arrayContaining(['This is not valid.']))
  expect(JSON.stringify(json)).not.toMatch(/expected|received/)
})
