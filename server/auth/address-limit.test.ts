import { expect, test } from 'vitest'
import { recentTries } from '#server/db/schema/shop.ts'
import { addAccount, mailedCode } from '#test/support/account.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()

const HOUR_S = 3_600

/** Each call is about another e-mail address, so that only the client address has called before. */
let calls = 0
const call = (path: string, body: Record<string, string>) => {
  calls += 1
  // Nobody's word counts for the address that a request came from.
  const headers = { 'x-forwarded-for': `203.0.113.${calls % 250}` }
  return shop.call('POST', `/api/auth/${path}`, { email: `${calls}@example.ng`, ...body }, headers)
}

/** As if so many tries had been counted some time ago, against every limit. */
async function setTries(count: number, agoMs = 0): Promise<void> {
  const triedAtMs = Array.from({ length: count }, () => shop.clock.now - agoMs)
  await shop.db.update(recentTries).set({ triedAtMs })
}

/** An hour in which nothing was counted. */
async function startNewHour(): Promise<void> {
  shop.clock.now = Math.ceil((shop.clock.now + 2 * HOUR_S * 1000) / (HOUR_S * 1000)) * HOUR_S * 1000
  await shop.db.delete(recentTries)
}

test.each<[string, Record<string, string>, { minute?: number; hour: number }]>([
  ['register', { fullName: 'Ada Obi', password: PASSWORD }, { minute: 20, hour: 200 }],
  ['resend-otp', { purpose: 'verify_email' }, { minute: 30, hour: 300 }],
  ['forgot-password', {}, { minute: 30, hour: 300 }],
  ['login', { password: PASSWORD }, { minute: 100, hour: 1_000 }],
  ['verify-otp', { otp: '000000' }, { hour: 200 }],
  ['verify-password-otp', { otp: '000000' }, { hour: 200 }],
  ['reset-password', { otp: '000000', newPassword: PASSWORD }, { hour: 200 }],
])('%s is limited for one client address, over all accounts', async (path, body, limits) => {
  await startNewHour()
  expect((await call(path, body)).status).not.toBe(429)
  for (const [max, waitS] of [
    [limits.minute, 60],
    [limits.hour, HOUR_S],
  ] as const) {
    if (max === undefined) continue
    await setTries(max - 1, waitS * 250)
    expect((await call(path, body)).status).not.toBe(429)
    const refused = await call(path, body)
    expect([refused.status, refused.body.fields]).toEqual([429, undefined])
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect([retryAfter > waitS / 2, retryAfter <= 2 * waitS]).toEqual([true, true])
    shop.clock.now += 2 * 60_000
  }
})

test('only wrong codes count: neither a right one nor a reset with its ticket uses up the tries of the address', async () => {
  await startNewHour()
  const email = 'right@example.ng'
  const post = (path: string, body: Record<string, string>) =>
    shop.call('POST', `/api/auth/${path}`, { email, ...body })
  await addAccount(shop, email, { isVerified: false })
  await post('resend-otp', { purpose: 'verify_email' })
  await post('forgot-password', {})
  const [verifying, resetting] = [
    await mailedCode(shop.db, email),
    await mailedCode(shop.db, email, 'reset_password'),
  ]
  expect((await call('verify-otp', { otp: '000000' })).status).toBe(400)
  await setTries(199)

  // Right, though entered in a browser that made no sign-up, so that a password is to be chosen.
  for (const other of ['elsewhere-1@example.ng', 'elsewhere-2@example.ng']) {
    await shop.call('POST', '/api/auth/register', { fullName: 'Ada Obi', email: other, password: PASSWORD })
    const body = { email: other, otp: await mailedCode(shop.db, other) }
    const entered = await shop.call('POST', '/api/auth/verify-otp', body, { 'sec-fetch-site': 'same-origin' })
    expect([entered.status, entered.body.code]).toEqual([409, 'PASSWORD_NEEDED'])
  }
  expect((await post('verify-otp', { otp: verifying })).status).toBe(200)
  const { status, body } = await post('verify-password-otp', { otp: resetting })
  expect(status).toBe(200)
  expect((await post('reset-password', { otp: body.otp, newPassword: PASSWORD })).status).toBe(200)

  const guesses = [await call('verify-otp', { otp: '000000' }), await call('verify-otp', { otp: '000000' })]
  expect(guesses.map((guess) => guess.status)).toEqual([400, 429])
})
