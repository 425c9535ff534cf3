import { beforeEach, expect, test } from 'vitest'
import { mailedCode } from '#test/support/account.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()
// Gives each test its own hourly limit per address.
beforeEach(() => {
  shop.clock.now += 2 * 60 * 60_000
})

const post = (path: string, body: unknown) => shop.call('POST', `/api/auth/${path}`, body)
const register = (email: string) => post('register', { fullName: 'Ada Obi', email, password: PASSWORD })
const verify = (email: string, otp: string) => post('verify-otp', { email, otp })

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
