import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/person.ts'
import { strangerFailures } from '#server/db/schema/shop.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { addAccount } from '#test/support/account.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const SECOND_MS = 1000
const LONGEST_WAIT_MS = 15 * 60 * SECOND_MS

const shop = openShopScene()

/** An address with an account and one without. */
async function someone(name: string): Promise<string[]> {
  const [known, stranger] = [`${name}@example.ng`, `${name}.stranger@example.ng`]
  await addAccount(shop, known)
  return [known, stranger]
}

async function failOnce(emails: readonly string[]): Promise<string[]> {
  const seen: string[] = []
  for (const email of emails) {
    const { status, headers, body } = await shop.call('POST', '/api/auth/login', {
      email,
      password: 'Wrong-1234',
    })
    seen.push(`${status} ${headers.get('retry-after') ?? ''} ${body.message}`)
  }
  return seen
}

async function failOften(emails: readonly string[], times: number): Promise<void> {
  for (let failed = 0; failed < times; failed++) {
    shop.clock.now += LONGEST_WAIT_MS
    for (const seen of await failOnce(emails)) expect(seen).toMatch(/^401 /)
  }
}

async function passTime(ms: number): Promise<void> {
  shop.clock.now += ms
  await shop.jobs.runDue()
}

const WRONG = '401  Invalid email or password'
const WAIT = (waitS: number) => `429 ${waitS} Too many failed tries. Please wait a little and try again.`
const LOCKED = '429 900 Too many failed tries. Please reset your password to log in.'

test.each([
  ['two days', 49 * HOUR_MS, WAIT(4)],
  ['almost a month', 30 * DAY_MS - SECOND_MS, WAIT(4)],
  ['a month', 30 * DAY_MS, WRONG],
  ['three months', 92 * DAY_MS, WRONG],
])('%s after six failures an address with an account behaves as one without', async (name, ms, second) => {
  const emails = await someone(name.replaceAll(' ', '-'))
  await failOften(emails, 6)
  await passTime(ms)
  expect(await failOnce(emails)).toEqual([WRONG, WRONG])
  expect(await failOnce(emails)).toEqual([second, second])
})

test('an address stays locked after a hundred failures, whether or not it has an account', async () => {
  const emails = await someone('locked')
  await failOften(emails, 1)
  // Simulates a hundred failures without their waits.
  await shop.db
    .update(users)
    .set({ failedLogins: 99 })
    .where(eq(users.email, emails[0] ?? ''))
  await shop.db.update(strangerFailures).set({ failedLogins: 99 })
  await failOften(emails, 1)
  for (const days of [0, 3, 31, 400]) {
    await passTime(days * DAY_MS)
    expect(await failOnce(emails)).toEqual([LOCKED, LOCKED])
  }
})
