import { beforeEach, expect, test } from 'vitest'
import { mailedCode } from '#test/support/account.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()
const OWNERS = 'Owners-1234'
const STRANGERS = 'Strangers-1234'
const NEW = 'Chosen-1234'

let email: string
let made = 0
beforeEach(() => {
  email = `ada${made++}@example.ng`
})

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  shop.call('POST', `/api/auth/${path}`, body, headers)

const FROM_A_PAGE = { 'sec-fetch-site': 'same-origin' }
const cookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('sign-up='))
    ?.split(';')[0] ?? ''

/** Returns the cookie that the browser gets. */
async function signUp(password: string): Promise<string> {
  // Until another code may be mailed to the address.
  shop.clock.now += 31_000
  const response = await post('register', { fullName: 'Ada Obi', email, password }, FROM_A_PAGE)
  expect([response.status, response.headers.get('set-cookie')]).toEqual([
    201,
    expect.stringMatching(/^sign-up=\w{64}; Max-Age=86400; Path=\/api\/auth; HttpOnly; SameSite=Strict$/),
  ])
  return cookieOf(response)
}

const enterNewestCode = async (cookie = '', headers: Record<string, string> = FROM_A_PAGE) =>
  post(
    'verify-otp',
    { email, otp: await mailedCode(shop.db, email) },
    { ...headers, ...(cookie && { cookie }) },
  )

const logIn = async (password: string) => (await post('login', { email, password })).status

/** Both the password of the stranger and the replaced one of the owner are void; the chosen one opens the account. */
async function expectToChoose(response: Awaited<ReturnType<typeof enterNewestCode>>): Promise<void> {
  const { status, body } = response
  expect([status, body.code]).toEqual([409, 'PASSWORD_NEEDED'])
  expect(body.token).toBeUndefined()
  const { otp } = body.details as { otp: string }
  expect((await post('reset-password', { email, otp, newPassword: NEW })).status).toBe(200)
  expect([await logIn(OWNERS), await logIn(STRANGERS), await logIn(NEW)]).toEqual([401, 401, 200])
}

test('whoever signed up last and enters the code gets in with the password they typed', async () => {
  await signUp(STRANGERS)
  const { status, body } = await enterNewestCode(await signUp(OWNERS))
  expect([status, body.user?.email]).toEqual([200, email])
  expect([await logIn(OWNERS), await logIn(STRANGERS)]).toEqual([200, 401])
})

test('a stranger’s later sign-up never gives its password to the account of who enters its code', async () => {
  const own = await signUp(OWNERS)
  await signUp(STRANGERS)
  await expectToChoose(await enterNewestCode(own))
})

test('nor after the owner has asked for another code', async () => {
  const own = await signUp(OWNERS)
  await signUp(STRANGERS)
  shop.clock.now += 31_000
  await post('resend-otp', { email, purpose: 'verify_email' })
  await expectToChoose(await enterNewestCode(own))
})

test('nor to who never signed up in this browser', async () => {
  await signUp(STRANGERS)
  await expectToChoose(await enterNewestCode())
})

test('logging in with the right password makes the sign-up this browser’s own', async () => {
  await signUp(OWNERS)
  const refused = await post('login', { email, password: OWNERS }, FROM_A_PAGE)
  expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect((await enterNewestCode(cookieOf(refused))).status).toBe(200)
})

test('a program that keeps no cookies may verify a sign-up that no other has replaced, and only such', async () => {
  await signUp(OWNERS)
  expect((await enterNewestCode('', {})).status).toBe(200)
  expect(await logIn(OWNERS)).toBe(200)
  email = `again-${email}`
  await signUp(OWNERS)
  await signUp(STRANGERS)
  await expectToChoose(await enterNewestCode('', {}))
})
