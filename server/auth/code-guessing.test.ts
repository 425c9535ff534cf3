import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codes, sessions } from '#server/db/schema.ts'
import { addAccount, mailedCode } from '#test/support/account.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
// Gives each test its own hourly limit per address.
beforeEach(() => {
  shop.clock.now += 2 * 60 * 60_000
})
afterAll(() => shop.close())

const post = (path: string, body: unknown) => shop.call('POST', `/api/auth/${path}`, body)
const register = (email: string) => post('register', { fullName: 'Ada Obi', email, password: PASSWORD })
const verify = (email: string, otp: string) => post('verify-otp', { email, otp })

/** Number of responses by status. */
function tally(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('the fifth wrong try invalidates the code, even for the right one; a new code works again', async () => {
  const email = 'fifth@example.ng'
  await register(email)
  const otp = await mailedCode(shop.db, email)
  const statuses = []
  for (let tried = 0; tried < 5; tried++) statuses.push((await verify(email, wrongCode(otp))).status)
  expect(statuses).toEqual([400, 400, 400, 400, 429])
  const right = await verify(email, otp)
  expect([right.status, right.body.code, right.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMITED',
    '30',
  ])
  shop.clock.now += 30_000
  await post('resend-otp', { email, purpose: 'verify_email' })
  expect((await verify(email, await mailedCode(shop.db, email))).status).toBe(200)
})

test('every refused code names its field; the rate limit of the address does not', async () => {
  const email = 'named@example.ng'
  await register(email)
  const wrong = wrongCode(await mailedCode(shop.db, email))
  const responses = []
  for (let tried = 0; tried < 6; tried++) responses.push((await verify(email, wrong)).body)
  expect(responses.map(({ code }) => code)).toEqual([
    ...Array(4).fill('INVALID_OTP'),
    ...Array(2).fill('RATE_LIMITED'),
  ])
  for (const { fields } of responses) expect(Object.keys(fields ?? {})).toEqual(['otp'])
})

test('after four wrong tries the right code still works', async () => {
  const email = 'fourth@example.ng'
  await register(email)
  const otp = await mailedCode(shop.db, email)
  for (let tried = 0; tried < 4; tried++) await verify(email, wrongCode(otp))
  expect((await verify(email, otp)).status).toBe(200)
})

test('100 parallel wrong codes count as 100: five are compared, and the code is invalidated', async () => {
  const email = 'parallel@example.ng'
  await register(email)
  const otp = await mailedCode(shop.db, email)
  const responses = await Promise.all(Array.from({ length: 100 }, () => verify(email, wrongCode(otp))))
  expect(tally(responses)).toEqual({ 400: 4, 429: 96 })
  expect((await verify(email, otp)).status).toBe(429)
  const [row] = await shop.db.select().from(codes).where(eq(codes.email, email))
  expect(row).toMatchObject({ tries: 5, usedAt: null })
})

test('of 20 parallel right codes exactly one signs in', async () => {
  const email = 'winner@example.ng'
  await register(email)
  const otp = await mailedCode(shop.db, email)
  const responses = await Promise.all(Array.from({ length: 20 }, () => verify(email, otp)))
  const won = responses.filter((response) => response.status === 200)
  expect(won).toHaveLength(1)
  expect(await shop.db.select().from(sessions).where(eq(sessions.userId, won[0]?.body.user.id))).toHaveLength(
    1,
  )
})

test('of 20 parallel resets with one ticket exactly one sets its password', async () => {
  const email = 'ticket@example.ng'
  await addAccount(shop, email)
  await post('forgot-password', { email })
  const code = await mailedCode(shop.db, email, 'reset_password')
  const { otp } = (await post('verify-password-otp', { email, otp: code })).body
  const reset = (index: number) => post('reset-password', { email, otp, newPassword: `Parallel-${index}` })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => reset(index)))
  expect(tally(responses)).toEqual({ 200: 1, 400: 19 })
  const winner = responses.findIndex((response) => response.status === 200)
  expect((await post('login', { email, password: `Parallel-${winner}` })).status).toBe(200)
})

test('the ticket and the mailed code cannot both be used', async () => {
  const email = 'both@example.ng'
  await addAccount(shop, email)
  await post('forgot-password', { email })
  const otp = await mailedCode(shop.db, email, 'reset_password')
  const reset = { email, otp, newPassword: 'Brand-New-1' }
  const responses = await Promise.all([
    post('verify-password-otp', { email, otp }),
    post('reset-password', reset),
  ])
  expect(responses.map((response) => response.status).toSorted()).toEqual([200, 400])
})

test('one client address may try 200 codes an hour over all accounts, whatever X-Forwarded-For says', async () => {
  const guess = (index: number) =>
    shop.call(
      'POST',
      '/api/auth/verify-otp',
      { email: `guess-${index}@example.ng`, otp: '000000' },
      { 'x-forwarded-for': `10.0.0.${index}` },
    )
  const responses: Awaited<ReturnType<typeof guess>>[] = []
  for (let first = 0; first < 210; first += 30) {
    responses.push(...(await Promise.all(Array.from({ length: 30 }, (_, index) => guess(first + index)))))
  }
  expect(tally(responses)).toEqual({ 400: 200, 429: 10 })
  const limited = responses.find((response) => response.status === 429)
  expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(limited?.body.fields).toBeUndefined()
})
