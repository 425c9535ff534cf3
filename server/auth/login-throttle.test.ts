import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { users } from '#server/db/schema/person.ts'
import { mailedCode, signUp } from '#test/support/account.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await signUp(shop, 'ada@example.ng')
})
beforeEach(async () => {
  shop.clock.now += 2 * 60 * 60_000
  await setFailures(0)
})

const login = (email: string, password = 'Wrong-1234') =>
  shop.call('POST', '/api/auth/login', { email, password })
const setFailures = (failedLogins: number) =>
  shop.db
    .update(users)
    .set({ failedLogins, loginAllowedAt: shop.now() })
    .where(eq(users.email, 'ada@example.ng'))

test.each(['ada@example.ng', 'stranger@example.ng'])(
  'for %s five failures are free; then the wait grows with each failure, and a refused try does not count',
  async (email) => {
    for (let tried = 0; tried < 5; tried++) expect((await login(email)).status).toBe(401)
    for (const waitS of [1, 2, 4, 8]) {
      const refused = await login(email)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(waitS)])
      shop.clock.now += waitS * 1000 - 1
      expect((await login(email)).status).toBe(429)
      shop.clock.now += 1
      expect((await login(email)).status).toBe(401)
    }
  },
)

test('even the right password must wait; a success resets the count', async () => {
  for (let tried = 0; tried < 5; tried++) await login('ada@example.ng')
  expect((await login('ada@example.ng', PASSWORD)).status).toBe(429)
  shop.clock.now += 1000
  expect((await login('ada@example.ng', PASSWORD)).status).toBe(200)
  for (let tried = 0; tried < 5; tried++) expect((await login('ada@example.ng')).status).toBe(401)
})

test.each(['ada@example.ng', 'parallel@example.ng'])(
  'of 20 parallel tries for %s five are checked',
  async (email) => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => login(email)))
    const statuses = responses.map((response) => response.status).toSorted()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
  },
)

test('after 100 failures in a row no password opens the account, after any wait; a reset does', async () => {
  await setFailures(99)
  expect((await login('ada@example.ng')).status).toBe(401)
  shop.clock.now += 3 * 86_400_000
  const locked = await login('ada@example.ng', PASSWORD)
  expect([locked.status, locked.body.message]).toEqual([
    429,
    'Too many failed tries. Please reset your password to log in.',
  ])
  await shop.call('POST', '/api/auth/forgot-password', { email: 'ada@example.ng' })
  const otp = await mailedCode(shop.db, 'ada@example.ng', 'reset_password')
  const reset = { email: 'ada@example.ng', otp, newPassword: PASSWORD }
  expect((await shop.call('POST', '/api/auth/reset-password', reset)).status).toBe(200)
  expect((await login('ada@example.ng', PASSWORD)).status).toBe(200)
})

test('failures before another sign-up with an unverified address do not count after it', async () => {
  const signUpAgain = () =>
    shop.call('POST', '/api/auth/register', { fullName: 'Obi', email: 'obi@example.ng', password: PASSWORD })
  expect((await signUpAgain()).status).toBe(201)
  for (let tried = 0; tried < 5; tried++) await login('obi@example.ng')
  expect((await login('obi@example.ng', PASSWORD)).status).toBe(429)
  // As if they had been a hundred, which no wait ends.
  await shop.db.update(users).set({ failedLogins: 100 }).where(eq(users.email, 'obi@example.ng'))
  shop.clock.now += 60_000
  expect((await signUpAgain()).status).toBe(201)
  expect((await login('obi@example.ng', PASSWORD)).body.code).toBe('EMAIL_NOT_VERIFIED')
})
