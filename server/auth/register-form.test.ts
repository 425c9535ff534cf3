import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/person.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()

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

test('a multipart form registers, as browsers send FormData', { tags: ['7.2'] }, async () => {
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

let written = 0
/** An address is mailed a code only so often. */
const anotherEmail = () => `written-${++written}@example.ng`

/** As parts between lines of `abc`. */
function parts(email: string): string {
  const fields = { fullName: 'Ada Obi', email, password: 'Adire-2026' }
  const lines = Object.entries(fields).map(
    ([name, value]) => `--abc\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${lines.join('')}--abc--\r\n`
}

test.each([
  'multipart/form-data;boundary=abc',
  'multipart/form-data; boundary="abc"',
  'Multipart/Form-Data; Boundary=abc',
  'multipart/form-data; charset=utf-8; boundary=abc',
])('%j is a form in parts as well as any', async (type) => {
  const email = anotherEmail()
  const response = await register(parts(email), type)
  expect([response.status, (await response.json()).email]).toEqual([201, email])
})

test.each(['application/x-www-form-urlencoded ; charset=utf-8', 'Application/X-WWW-Form-Urlencoded;'])(
  '%j is an urlencoded form as well as any',
  async (type) => {
    const body = `fullName=Ada+Obi&email=${anotherEmail()}&password=Adire-2026`
    expect((await register(body, type)).status).toBe(201)
  },
)

test.each(['text/plain', 'application/jsonp', 'multipart/mixed; boundary=x', undefined])(
  'the media type %s is refused with 415, and what is taken is said',
  async (type) => {
    for (const text of ['{"email":"a@b.ng"}', '']) {
      const response = await register(new TextEncoder().encode(text), type)
      expect([response.status, await response.json()]).toEqual([
        415,
        { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'This call takes JSON or a form.' },
      ])
    }
  },
)

test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; charset=utf-8'])(
  'a form in parts as %j lacks its boundary and cannot be read',
  async (type) => {
    const response = await register(parts('boundless@example.ng'), type)
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'VALIDATION', message: 'The form could not be read.' },
    ])
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
