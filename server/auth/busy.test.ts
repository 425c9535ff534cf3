import type { argon2 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { codes, users } from '#server/db/schema/person.ts'
import { mailedCode, signUp } from '#test/support/account.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { hashSlowly } from './argon2.ts'

/** Hashes started while `isHeld`, and a callback for the end of any hash. */
const held = vi.hoisted(() => ({ isHeld: false, begun: [] as (() => void)[], onEnd: () => {} }))
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>()
  const holding = (...[algorithm, parameters, done]: Parameters<typeof argon2>) => {
    const begin = () =>
      real.argon2(algorithm, parameters, (error, tag) => {
        done(error, tag)
        held.onEnd()
      })
    if (held.isHeld) held.begun.push(begin)
    else begin()
  }
  return { ...real, default: real, argon2: holding }
})

const shop = openShopScene()
afterEach(release)

const post = (path: string, body: unknown) => shop.call('POST', `/api/auth/${path}`, body)
let asked: Promise<unknown> = Promise.resolve()

/** Starts more hashes than may run and wait: the last are refused, and so is any later one. */
function fillQueue(): void {
  held.isHeld = true
  asked = Promise.allSettled(
    Array.from({ length: 60 }, () => hashSlowly('Adire-2026', shop.settings.hashCost)),
  )
}

async function release(): Promise<void> {
  held.isHeld = false
  for (const begin of held.begun.splice(0)) begin()
  await asked
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
