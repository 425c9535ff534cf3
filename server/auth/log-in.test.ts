import { expect, test } from 'vitest'
import { listMails, mailedCode, signUp } from '#test/support/account.ts'
import { openAccountScene, registration } from '#test/support/account-scene.ts'
import { PASSWORD } from '#test/support/login.ts'

const { shop, post, profile } = openAccountScene()

test('login gives a token of its own each time', { tags: ['7.6'] }, async () => {
  const { token, user } = await signUp(shop, 'login@example.ng')
  const { status, body } = await post('login', { email: 'Login@example.ng ', password: PASSWORD })
  expect([status, body.user]).toEqual([200, user])
  expect(body.token).not.toBe(token)
  expect((await profile(token)).status).toBe(200)
  expect((await profile(body.token)).status).toBe(200)
})

test('the right password of an unverified account returns 403 and mails a code, unless one was just sent', async () => {
  await post('register', registration('unverified@example.ng'))
  const login = (password: string) => post('login', { email: 'unverified@example.ng', password })
  expect((await login(PASSWORD)).body.code).toBe('EMAIL_NOT_VERIFIED')
  expect(await listMails(shop.db, 'unverified@example.ng')).toHaveLength(1)
  shop.clock.now += 30_000
  expect((await login('Wrong-1234')).body.code).toBe('INVALID_CREDENTIALS')
  expect(await listMails(shop.db, 'unverified@example.ng')).toHaveLength(1)
  const { status, body } = await login(PASSWORD)
  expect([status, body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  const otp = await mailedCode(shop.db, 'unverified@example.ng')
  expect((await post('verify-otp', { email: 'unverified@example.ng', otp })).status).toBe(200)
})

test('logging in says when the next code can be sent, if the last one is useless and none can be sent now', async () => {
  const email = 'too-often@example.ng'
  const login = async () => (await post('login', { email, password: PASSWORD })).body
  const startedAt = shop.clock.now
  await post('register', registration(email))
  for (let more = 0; more < 4; more++) {
    shop.clock.now += 30_000
    await login()
  }
  shop.clock.now += 30_000
  expect(await login()).toEqual({
    code: 'EMAIL_NOT_VERIFIED',
    message: expect.stringMatching(/have sent you/),
  })
  const right = await mailedCode(shop.db, email)
  const wrong = right === '000000' ? '111111' : '000000'
  for (let tried = 0; tried < 5; tried++) await post('verify-otp', { email, otp: wrong })
  const killed = await login()
  shop.clock.now = startedAt + 20 * 60_000
  const expired = await login()
  expect([killed, expired]).toEqual([
    {
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Your email is not verified yet. Please wait 58 minutes before asking for another code.',
    },
    {
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Your email is not verified yet. Please wait 40 minutes before asking for another code.',
    },
  ])
})

test('logging out ends the session on the server, and only that one', async () => {
  const { token } = await signUp(shop, 'logout@example.ng')
  const other = (await post('login', { email: 'logout@example.ng', password: PASSWORD })).body.token
  const logout = (bearer?: string) =>
    shop.call('POST', '/api/auth/logout', undefined, bearer ? { authorization: `Bearer ${bearer}` } : {})
  expect((await logout(token)).status).toBe(204)
  expect((await profile(token)).status).toBe(401)
  expect((await profile(other)).status).toBe(200)
  expect([(await logout(token)).status, (await logout()).status]).toEqual([204, 204])
})
