import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const register = (body: RequestInit['body'], type?: string) =>
  shop.request('/api/auth/register', {
    method: 'POST',
    body: body ?? null,
    headers: type === undefined ? {} : { 'content-type': type },
  })

function form(email: string, more: Record<string, string | Blob> = {}): FormData {
  const data = new FormData()
  const fields = { fullName: 'Ada Obi', email, password: 'Adire-2026', ...more }
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('a multipart form registers, as browsers send FormData', async () => {
  const response = await register(form('multipart@example.ng'))
  expect([response.status, (await response.json()).email]).toEqual([201, 'multipart@example.ng'])
})

test('an urlencoded form registers', async () => {
  const fields = { fullName: 'Ada Obi', email: 'urlencoded@example.ng', password: 'Adire-2026' }
  expect((await register(new URLSearchParams(fields))).status).toBe(201)
})

test('unknown fields are not stored', async () => {
  const more = { id: 'mine', emailVerifiedAt: '2026-01-01', confirmPassword: 'Adire-2026', __proto__x: 'y' }
  expect((await register(form('more@example.ng', more))).status).toBe(201)
  const [row] = await shop.db.select().from(users).where(eq(users.email, 'more@example.ng'))
  expect(row?.emailVerifiedAt).toBeNull()
  expect(row?.id).not.toBe('mine')
})

test('a form is validated with the same messages, also with a duplicate field', async () => {
  const short = await register(form('short@example.ng', { password: 'short' }))
  expect([short.status, (await short.json()).fields]).toEqual([
    400,
    { password: 'Password must be at least 8 characters' },
  ])
  const double = form('double@example.ng')
  double.append('email', 'second@example.ng')
  const twice = await register(double)
  expect([twice.status, (await twice.json()).fields]).toEqual([400, { email: 'Email is required' }])
})

test('a file is refused with 415', async () => {
  const withFile = form('file@example.ng', { avatar: new Blob(['x'], { type: 'image/png' }) })
  const response = await register(withFile)
  expect([response.status, (await response.json()).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})

test.each(['text/plain', 'application/xml', 'multipart/mixed; boundary=x', 'multipart/form-data', undefined])(
  'the media type %s is refused with 415',
  async (type) => {
    const body = new TextEncoder().encode('{"email":"a@b.ng"}')
    const response = await register(body, type)
    expect([response.status, (await response.json()).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  },
)

test('a malformed form or JSON body is refused with 400', async () => {
  const broken = await register('no parts at all', 'multipart/form-data; boundary=x')
  expect([broken.status, (await broken.json()).code]).toEqual([400, 'VALIDATION'])
  const json = await register('{"email":', 'application/json')
  expect([json.status, (await json.json()).code]).toEqual([400, 'MALFORMED_JSON'])
})

test('a body that is too large is refused with 413', async () => {
  const response = await register(form('big@example.ng', { fullName: 'x'.repeat(100_000) }))
  expect([response.status, (await response.json()).code]).toEqual([413, 'BODY_TOO_LARGE'])
})
