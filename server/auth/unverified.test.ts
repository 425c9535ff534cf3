import { beforeEach, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { codes, users } from '#server/db/schema/person.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { PASSWORD } from '#test/support/login.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { startSession } from './session-store.ts'
import { deleteUnverifiedAccounts, verifyAccount } from './store.ts'

const shop = openShopScene()
beforeEach(() => shop.db.delete(users))

const signUp = async (email: string) => {
  const { status } = await shop.call('POST', '/api/auth/register', {
    fullName: 'Ada Obi',
    email,
    password: PASSWORD,
  })
  expect(status).toBe(201)
}

async function addUser(email: string, row: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = newId()
  const account = { id, email, fullName: 'Ada Obi', passwordHash: 'none', createdAt: shop.now() }
  await shop.db.insert(users).values({ ...account, ...row })
  return id
}

/** The addresses left by the sweep after the given time. */
async function leftAfter(ms: number): Promise<string[]> {
  shop.clock.now += ms
  await shop.jobs.runDue()
  const rows = await shop.db.select({ email: users.email }).from(users)
  return rows.map((row) => row.email).toSorted()
}

test('an account that is unverified for a month is deleted, and its address can sign up again', async () => {
  await signUp('typo@example.ng')
  expect(await leftAfter(30 * DAY_MS)).toEqual(['typo@example.ng'])
  expect(await leftAfter(1)).toEqual([])
  await signUp('typo@example.ng')
})

test('a month counts from the last sign-up', async () => {
  await signUp('again@example.ng')
  shop.clock.now += 20 * DAY_MS
  await signUp('again@example.ng')
  expect(await leftAfter(29 * DAY_MS)).toEqual(['again@example.ng'])
  expect(await leftAfter(2 * DAY_MS)).toEqual([])
})

test('an account that is being verified stays', async () => {
  await signUp('ada@example.ng')
  await shop.db.delete(codes)
  const inTwoMonths = new Date(shop.now().getTime() + 60 * DAY_MS)
  await transact(shop.db, async (tx) => {
    await verifyAccount(tx, 'ada@example.ng', shop.now())
    expect(await deleteUnverifiedAccounts(shop.db, inTwoMonths, 10)).toBe(0)
  })
  expect(await shop.db.$count(users)).toBe(1)
})

test('verified accounts stay, as do those with an order, a session or a stored code', async () => {
  await addUser('verified@example.ng', { emailVerifiedAt: shop.now() })
  await addOrder(shop, {
    email: 'buyer@example.ng',
    status: 'cancelled',
    userId: await addUser('buyer@example.ng'),
  })
  const signedIn = await addUser('signed-in@example.ng')
  await addUser('typing@example.ng')
  await addUser('gone@example.ng')
  shop.clock.now += 31 * DAY_MS
  await startSession(shop.db, signedIn, shop.now())
  const resend = { email: 'typing@example.ng', purpose: 'verify_email' }
  expect((await shop.call('POST', '/api/auth/resend-otp', resend)).status).toBe(200)
  expect(await leftAfter(0)).toEqual([
    'buyer@example.ng',
    'signed-in@example.ng',
    'typing@example.ng',
    'verified@example.ng',
  ])
  expect(await leftAfter(25 * HOUR_MS)).not.toContain('typing@example.ng')
})
