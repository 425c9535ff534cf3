import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { codes, users } from '#server/db/schema/person.ts'
import { mailedCode, signUp } from '#test/support/account.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { withHashPlace } from './argon2.ts'

const shop = openShopScene()
afterEach(() => release())

const post = (path: string, body: unknown) => shop.call('POST', `/api/auth/${path}`, body)
let release = async () => {}

/** Holds more places than there are for hashes that run and wait: the last are refused, and so is any later one. */
function fillQueue(): void {
  const released = Promise.withResolvers<void>()
  const held = Array.from({ length: 60 }, () =>
    withHashPlace((claimPlace) => {
      claimPlace()
      return released.promise
    }),
  )
  const ended = Promise.allSettled(held)
  release = async () => {
    released.resolve()
    await ended
  }
}

const statuses = async (tries: number, call: () => Promise<{ status: number }>) => {
  const seen = []
  for (let tried = 0; tried < tries; tried++) seen.push((await call()).status)
  return seen
}

test('a code that the shop was too busy to compare costs no try', async () => {
  const email = 'code@example.ng'
  await post('register', { fullName: 'Ada Obi', email, password: PASSWORD })
  const otp = await mailedCode(shop.db, email)
  fillQueue()
  expect(await statuses(6, () => post('verify-otp', { email, otp }))).toEqual(Array(6).fill(503))
  const [row] = await shop.db.select().from(codes).where(eq(codes.email, email))
  expect(row?.tries).toBe(0)
  await release()
  expect((await post('verify-otp', { email, otp })).status).toBe(200)
})

test('a login that the shop was too busy to check does not count as failed, with or without an account', async () => {
  const email = 'login@example.ng'
  await signUp(shop, email)
  fillQueue()
  expect(await statuses(6, () => post('login', { email, password: PASSWORD }))).toEqual(Array(6).fill(503))
  const nobody = { email: 'nobody@example.ng', password: PASSWORD }
  expect(await statuses(6, () => post('login', nobody))).toEqual(Array(6).fill(503))
  const [row] = await shop.db.select().from(users).where(eq(users.email, email))
  expect(row).toMatchObject({ failedLogins: 0, loginAllowedAt: null })
  await release()
  expect((await post('login', { email, password: PASSWORD })).status).toBe(200)
  expect(await statuses(5, () => post('login', nobody))).toEqual(Array(5).fill(401))
})
