import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { sessions } from '#server/db/schema/person.ts'
import { mailedCode, signUp } from '#test/support/account.ts'
import { meetAtLock } from '#test/support/lock-wait.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import * as slowHashes from './argon2.ts'
import { startSession } from './session-store.ts'
import { findAccount, lockPassword } from './store.ts'

const shop = openShopScene()

const post = (path: string, body: unknown) => shop.call('POST', `/api/auth/${path}`, body)

/** Somebody new who has asked for a new password, and `otp`, which sets it. */
async function openReset(email: string) {
  const { user } = await signUp(shop, email)
  await post('forgot-password', { email })
  const code = await mailedCode(shop.db, email, 'reset_password')
  const { otp } = (await post('verify-password-otp', { email, otp: code })).body
  return { user, otp }
}

test('a login that compared the old password during a reset starts no session', async () => {
  const email = 'ada@example.ng'
  const { user, otp } = await openReset(email)
  const { matchesSlowHash } = slowHashes
  vi.spyOn(slowHashes, 'matchesSlowHash').mockImplementationOnce(async (secret, hash) => {
    const isRight = await matchesSlowHash(secret, hash)
    const reset = await post('reset-password', { email, otp, newPassword: 'Brand-New-1' })
    expect(reset.status).toBe(200)
    return isRight
  })

  const login = await post('login', { email, password: PASSWORD })
  expect([login.status, login.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
  expect(await shop.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
  expect((await post('login', { email, password: 'Brand-New-1' })).status).toBe(200)
})

test('a reset waits for a login on a known device that has found the password unchanged, and ends its session too', async () => {
  const email = 'bola@example.ng'
  const { user, otp } = await openReset(email)
  const account = await findAccount(shop.db, email)
  const [reset] = await meetAtLock(shop.db, {
    first: async (tx) => expect(await lockPassword(tx, user.id, account?.passwordHash ?? '')).toBe(true),
    others: [() => post('reset-password', { email, otp, newPassword: 'Brand-New-1' })],
    last: (tx) => startSession(tx, user.id, shop.now()),
  })
  expect(reset?.status).toBe(200)
  expect(await shop.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
})
