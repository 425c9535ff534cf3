import { beforeEach, expect, test } from 'vitest'
import { outbox } from '#server/db/schema/mail.ts'
import { addAccount, listMails } from '#test/support/account.ts'
import { openTestShop } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()
beforeEach(() => {
  shop.clock.now += 2 * 86_400_000
})

const forgot = (email: string) => shop.call('POST', '/api/auth/forgot-password', { email })
const resend = (email: string, purpose: string) =>
  shop.call('POST', '/api/auth/resend-otp', { email, purpose })

async function addKnown(email: string): Promise<string> {
  await addAccount(shop, email)
  return email
}

test.each([
  ['an account', () => addKnown('cooldown@example.ng')],
  ['no account', async () => 'stranger-cooldown@example.ng'],
])('with %s a second code waits 30 s to the millisecond', { tags: ['7.5', '9.5'] }, async (_, prepare) => {
  const email = await prepare()
  expect((await forgot(email)).status).toBe(200)
  shop.clock.now += 10_500
  const soon = await forgot(email)
  expect([soon.status, soon.body.code, soon.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '20'])
  shop.clock.now += 19_499
  expect((await resend(email, 'reset_password')).headers.get('retry-after')).toBe('1')
  shop.clock.now += 1
  expect((await resend(email, 'reset_password')).status).toBe(200)
})

test.each([
  ['an account', () => addKnown('hourly@example.ng')],
  ['no account', async () => 'stranger-hourly@example.ng'],
])('with %s there are 5 codes an hour and 10 a day', async (_, prepare) => {
  const email = await prepare()
  const startedAt = shop.clock.now
  const statusesEach = async (count: number, stepMs: number) => {
    const statuses = []
    for (let asked = 0; asked < count; asked++) {
      statuses.push((await forgot(email)).status)
      shop.clock.now += stepMs
    }
    return statuses
  }
  expect(await statusesEach(6, 60_000)).toEqual([200, 200, 200, 200, 200, 429])
  shop.clock.now = startedAt + 2 * 60 * 60_000
  expect(await statusesEach(6, 60_000)).toEqual([200, 200, 200, 200, 200, 429])
  shop.clock.now = startedAt + 4 * 60 * 60_000
  const tomorrow = await forgot(email)
  expect([tomorrow.status, tomorrow.headers.get('retry-after')]).toEqual([429, String(20 * 60 * 60)])
  shop.clock.now = startedAt + 23 * 60 * 60_000
  await shop.jobs.runDue()
  expect((await forgot(email)).status).toBe(429)
  shop.clock.now = startedAt + 24 * 60 * 60_000
  expect((await forgot(email)).status).toBe(200)
})

test('codes for both purposes count together', async () => {
  const email = 'both-purposes@example.ng'
  const statuses = []
  for (let asked = 0; asked < 6; asked++) {
    statuses.push((await resend(email, asked % 2 === 0 ? 'verify_email' : 'reset_password')).status)
    shop.clock.now += 60_000
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('of 20 parallel requests exactly one mails a code', async () => {
  const email = await addKnown('burst@example.ng')
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => forgot(email)))).map((a) => a.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(await listMails(shop.db, email)).toHaveLength(1)
})

test('a code is mailed only to accounts that can use it, with the code in the subject', async () => {
  const verified = await addKnown('verified@example.ng')
  await addAccount(shop, 'unverified@example.ng', { isVerified: false })
  for (const email of [verified, 'unverified@example.ng', 'nobody@example.ng']) {
    expect((await resend(email, 'verify_email')).status).toBe(200)
    expect((await resend(email, 'reset_password')).status).toBe(200)
  }
  const kinds = async (email: string) => (await listMails(shop.db, email)).map((mail) => mail.kind).toSorted()
  expect(await kinds(verified)).toEqual(['reset_password'])
  expect(await kinds('unverified@example.ng')).toEqual(['reset_password', 'verify_email'])
  expect(await kinds('nobody@example.ng')).toEqual([])

  const owed = await listMails(shop.db, verified)
  await shop.jobs.runDue()
  const mailbox = (await shop.call('GET', '/dev/mailbox.json')).body as {
    recipient: string
    subject: string
  }[]
  const mail = mailbox.find((one) => one.recipient === verified)
  expect(mail?.subject).toBe(`${owed[0]?.payload.code} is your Jara password reset code`)
  const [sent] = await listMails(shop.db, verified)
  // The code is no longer stored where anybody could read it.
  expect([sent?.payload, sent?.sentAt]).toEqual([{}, shop.now()])
})

test('a code that could not be mailed before it expired is deleted', async () => {
  const failing = await openTestShop({
    mail: {
      send: async () => {
        throw new Error('no mail today')
      },
    },
  })
  try {
    await addAccount(failing, 'unlucky@example.ng')
    await failing.call('POST', '/api/auth/forgot-password', { email: 'unlucky@example.ng' })
    await failing.jobs.runDue()
    expect(await failing.db.select().from(outbox)).toHaveLength(1)
    failing.clock.now += 10 * 60_000 + 1
    await failing.jobs.runDue()
    expect(await failing.db.select().from(outbox)).toEqual([])
  } finally {
    await failing.close()
  }
})

test('a code that a closed shop could not send in time is never sent', async () => {
  const email = await addKnown('closed@example.ng')
  await forgot(email)
  shop.clock.now += 11 * 60_000
  await shop.jobs.runDue()
  expect(await listMails(shop.db, email)).toEqual([])
})
