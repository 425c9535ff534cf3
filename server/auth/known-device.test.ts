import { beforeEach, expect, test } from 'vitest'
import { mailedCode, signUp } from '#test/support/account.ts'
import { openAccountScene } from '#test/support/account-scene.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'

const { shop, post } = openAccountScene()
const NEW = 'Chosen-1234'

let email: string
let made = 0
/** The cookie of the browser in which the owner has logged in before. */
let known: Record<string, string>
beforeEach(async () => {
  email = `ada${made++}@known.example`
  await signUp(shop, email)
  const { status, headers } = await post('login', { email, password: PASSWORD })
  const cookie = headers.getSetCookie().find((each) => each.startsWith('device='))
  expect([status, cookie]).toEqual([200, expect.stringMatching(/; HttpOnly; SameSite=Lax$/)])
  known = { cookie: cookie?.split(';')[0] ?? '' }
})

const logIn = async (password: string, headers = {}) =>
  (await post('login', { email, password }, headers)).status

test('wrong passwords of strangers do not keep the owner out of a browser that was logged in before', async () => {
  for (let tried = 0; tried < 6; tried++) await logIn('Wrong-1234')
  expect(await logIn(PASSWORD)).toBe(429)
  expect(await logIn(PASSWORD, known)).toBe(200)
  // Nor does the owner's success let strangers guess on.
  expect(await logIn(PASSWORD)).toBe(429)
})

test('such a browser has a count of its own, which a success ends', async () => {
  for (let tried = 0; tried < 5; tried++) expect(await logIn('Wrong-1234', known)).toBe(401)
  expect(await logIn(PASSWORD, known)).toBe(429)
  expect(await logIn(PASSWORD)).toBe(200)
  shop.clock.now += 1_000
  expect(await logIn(PASSWORD, known)).toBe(200)
  for (let tried = 0; tried < 5; tried++) expect(await logIn('Wrong-1234', known)).toBe(401)
})

test('a stranger who asks for codes and burns them leaves the owner’s own alone', async () => {
  const ask = async (headers = {}) => (await post('forgot-password', { email }, headers)).status
  const reset = async (otp: string, headers = {}) =>
    (await post('reset-password', { email, otp, newPassword: NEW }, headers)).status
  for (let asked = 0; asked < 4; asked++) {
    expect(await ask()).toBe(200)
    const wrong = wrongCode(await mailedCode(shop.db, email, 'reset_password'))
    for (let tried = 0; tried < 5; tried++) await reset(wrong)
    shop.clock.now += 31_000
  }
  expect(await ask()).toBe(429)
  expect(await ask(known)).toBe(200)
  const own = await mailedCode(shop.db, email, 'reset_password')
  shop.clock.now += 60_000
  for (let tried = 0; tried < 5; tried++) expect(await reset(wrongCode(own))).toBeGreaterThanOrEqual(400)
  // It works only where it was asked for.
  expect(await reset(own)).toBeGreaterThanOrEqual(400)
  expect(await reset(own, known)).toBe(200)
  expect(await logIn(NEW, known)).toBe(200)
})

test('a code that was asked for in another browser may be entered in one that was logged in before', async () => {
  shop.clock.now += 1_000
  await post('forgot-password', { email })
  const body = { email, otp: await mailedCode(shop.db, email, 'reset_password') }
  expect((await post('verify-password-otp', body, known)).status).toBe(200)
})

test('a browser is known to the accounts that were opened in it, and to no other', async () => {
  const first = email
  await signUp(shop, `other-${email}`)
  email = `other-${first}`
  for (let tried = 0; tried < 6; tried++) await logIn('Wrong-1234')
  expect(await logIn(PASSWORD, known)).toBe(429)
})
