import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '#server/db/schema.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const HOUR_S = 3_600

/** Each call is about another e-mail address, so that only the client address has called before. */
let calls = 0
const call = (path: string, body: Record<string, string>) => {
  calls += 1
  return shop.call('POST', `/api/auth/${path}`, { email: `${calls}@example.ng`, ...body })
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
  // An hour in which nothing was counted.
  shop.clock.now = Math.ceil((shop.clock.now + 2 * HOUR_S * 1000) / (HOUR_S * 1000)) * HOUR_S * 1000
  await shop.db.delete(rateLimits)
  expect((await call(path, body)).status).not.toBe(429)
  for (const [max, waitS] of [
    [limits.minute, 60],
    [limits.hour, HOUR_S],
  ] as const) {
    if (max === undefined) continue
    await shop.db.update(rateLimits).set({ count: max - 1 })
    expect((await call(path, body)).status).not.toBe(429)
    const refused = await call(path, body)
    expect([refused.status, refused.body.fields]).toEqual([429, undefined])
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect([retryAfter > waitS / 2, retryAfter <= 2 * waitS]).toEqual([true, true])
    shop.clock.now += 2 * 60_000
  }
})
