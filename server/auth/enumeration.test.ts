import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUp } from '#test/support/account.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const KNOWN = 'known-one@example.ng'
const UNKNOWN = 'not-known@example.ng'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await signUp(shop, KNOWN)
})
beforeEach(() => {
  shop.clock.now += 2 * 86_400_000
})
afterAll(() => shop.close())

/** Everything that a caller can see, with the address replaced. */
async function seen(path: string, body: Record<string, string>, email: string): Promise<string> {
  const response = await shop.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, email }),
  })
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return JSON.stringify([response.status, headers, await response.text()]).replaceAll(email, 'EMAIL')
}

test.each([
  ['login', { password: 'Wrong-1234' }, 8],
  ['resend-otp', { purpose: 'verify_email' }, 3],
  ['resend-otp', { purpose: 'reset_password' }, 3],
  ['forgot-password', {}, 3],
  ['verify-otp', { otp: '000000' }, 2],
])('%s %o responds the same with and without an account, on every repetition', async (path, body, times) => {
  for (let asked = 0; asked < times; asked++) {
    expect(await seen(path, body, KNOWN)).toBe(await seen(path, body, UNKNOWN))
    shop.clock.now += 700
  }
})

test.each([
  ['resend-otp', { purpose: 'verify_email' }],
  ['resend-otp', { purpose: 'reset_password' }],
  ['forgot-password', {}],
])('%s %o refuses the sixth code of an hour the same with and without an account', async (path, body) => {
  const statuses: number[] = []
  for (let asked = 0; asked < 6; asked++) {
    const known = await seen(path, body, KNOWN)
    expect(known).toBe(await seen(path, body, UNKNOWN))
    statuses.push(JSON.parse(known)[0])
    shop.clock.now += 31_000
  }
  expect(statuses).toEqual([...Array(5).fill(statuses[0]), 429])
  expect(statuses[0]).toBeLessThan(300)
})

test('guessing a reset code looks the same with and without an account, until it is invalidated', async () => {
  for (const email of [KNOWN, UNKNOWN]) await seen('forgot-password', {}, email)
  for (let tried = 0; tried < 6; tried++) {
    expect(await seen('verify-password-otp', { otp: '000000' }, KNOWN)).toBe(
      await seen('verify-password-otp', { otp: '000000' }, UNKNOWN),
    )
  }
})

test('a password longer than any account can have gets the same response too', async () => {
  const body = { password: 'x'.repeat(129) }
  expect(await seen('login', body, KNOWN)).toBe(await seen('login', body, UNKNOWN))
})
