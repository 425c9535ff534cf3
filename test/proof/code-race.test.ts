import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HASH_COST } from '#server/auth/argon2.ts'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import { addAccount, mailedCode } from '#test/support/account.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'
import { median } from '#test/support/median.ts'
import { prove, sized } from '#test/support/proof.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** I17: a code opens one account once, within its allowed tries. I18: known and unknown addresses are indistinguishable. */

const shop = openShopScene()

const post = (path: string, body: unknown) => shop.call('POST', `/api/auth/${path}`, body)
const nextDay = () => {
  shop.clock.now += 2 * 86_400_000
}

async function register(): Promise<{ email: string; otp: string }> {
  const email = `${newId()}@example.ng`
  await post('register', { fullName: 'Ada Obi', email, password: PASSWORD })
  return { email, otp: await mailedCode(shop.db, email) }
}

function tally(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const atOnce = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

test('100 concurrent guesses count as 100, and one of 20 concurrent right codes succeeds', async () => {
  await prove(async () => {
    const rounds = sized({ quick: 1, whole: 50 })
    for (let round = 0; round < rounds; round++) {
      nextDay()
      const guessed = await register()
      expect(
        tally(await atOnce(100, () => post('verify-otp', { ...guessed, otp: wrongCode(guessed.otp) }))),
      ).toEqual({ 400: 4, 429: 96 })
      expect((await post('verify-otp', guessed)).status).toBe(429)
      const right = await register()
      const responses = await atOnce(20, () => post('verify-otp', right))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(responses.every(({ status }) => [200, 400, 429].includes(status))).toBe(true)
      // Right and wrong codes concurrently: five are checked, whichever they are.
      const mixed = await register()
      const both = await atOnce(40, (index) =>
        post('verify-otp', index % 2 ? mixed : { ...mixed, otp: wrongCode(mixed.otp) }),
      )
      expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    }
    return {
      invariants: 'I17',
      what: '100 concurrent wrong codes, 20 concurrent right ones, and both mixed',
      count: rounds,
      unit: 'rounds',
      found: 'five guesses are checked; one of the right ones opens the account',
    }
  })
})

test('a code is valid only for its purpose and address, and an old one for nothing', async () => {
  await prove(async () => {
    const rounds = sized({ quick: 1, whole: 20 })
    for (let round = 0; round < rounds; round++) {
      nextDay()
      const { email, otp } = await register()
      const other = await register()
      // Another purpose, another address, an older code after a newer one.
      expect((await post('verify-password-otp', { email, otp })).status).toBe(400)
      expect((await post('reset-password', { email, otp, newPassword: 'Another-2026' })).status).toBe(400)
      expect((await post('verify-otp', { email: other.email, otp })).status).toBe(400)
      shop.clock.now += 31_000
      await post('resend-otp', { email, purpose: 'verify_email' })
      const newer = await mailedCode(shop.db, email)
      if (newer !== otp) expect((await post('verify-otp', { email, otp })).status).toBe(400)
      expect((await post('verify-otp', { email, otp: newer })).status).toBe(200)
      expect((await post('verify-otp', { email, otp: newer })).status).toBe(400)
      // The mailed code and the ticket exchanged for it are one: of all concurrent resets with them, one succeeds.
      await post('forgot-password', { email })
      const code = await mailedCode(shop.db, email, 'reset_password')
      const ticket = (await post('verify-password-otp', { email, otp: code })).body.otp
      const resets = await atOnce(20, (index) =>
        post('reset-password', { email, otp: index % 2 ? ticket : code, newPassword: `Parallel-${index}` }),
      )
      expect(resets.filter(({ status }) => status === 200)).toHaveLength(1)
      const winner = resets.findIndex(({ status }) => status === 200)
      expect((await post('login', { email, password: `Parallel-${winner}` })).status).toBe(200)
      // An expired code.
      shop.clock.now += 61 * 60_000
      await post('forgot-password', { email })
      const late = await mailedCode(shop.db, email, 'reset_password')
      shop.clock.now += 10 * 60_000
      expect((await post('verify-password-otp', { email, otp: late })).status).toBe(400)
    }
    return {
      invariants: 'I17',
      what: 'Codes for another purpose, another address, after a newer one, after use, after expiry',
      count: rounds,
      unit: 'rounds',
      found: 'none is accepted; one of 20 resets with code and ticket succeeds',
    }
  })
})

/** Everything that a caller can see, with the address itself and the random name of a new browser replaced. */
async function seen(path: string, body: object, email: string): Promise<string> {
  const response = await shop.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, email }),
  })
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return JSON.stringify([response.status, headers, await response.text()])
    .replaceAll(email, 'EMAIL')
    .replace(/device=[^;]+/, 'device=RANDOM')
}

const countMails = async (email: string) =>
  (
    await rowsOf<{ n: number }>(
      shop.db,
      sql`select count(*)::int as n from outbox where recipient = ${email}`,
    )
  )[0]?.n

test('an address with an account is indistinguishable from one without, byte for byte, on every call', async () => {
  await prove(async () => {
    const pairs = sized({ quick: 1, whole: 50 })
    const calls: [string, object][] = [
      ['login', { password: 'Wrong-1234' }],
      ['forgot-password', {}],
      ['resend-otp', { purpose: 'verify_email' }],
      ['resend-otp', { purpose: 'reset_password' }],
      ['verify-otp', { otp: '000000' }],
      ['verify-password-otp', { otp: '000000' }],
      ['reset-password', { otp: '000000', newPassword: 'Another-2026' }],
      ['login', { password: 'x'.repeat(129) }],
      ['forgot-password', { extra: 1 }],
    ]
    for (let pair = 0; pair < pairs; pair++) {
      nextDay()
      const known = `${newId()}@example.ng`
      const unknown = `${newId()}@example.ng`
      await addAccount(shop, known)
      // `addAccount` stores no password hash; this account needs one to be compared with.
      await shop.db.execute(sql`update users set password_hash = ${NO_PASSWORD} where email = ${known}`)
      // Again and again, until logins have to wait, codes are invalid and no more are sent; then an hour later.
      for (const passesMs of [
        700, 700, 700, 700, 700, 700, 700, 31_000, 31_000, 31_000, 31_000, 3_600_000, 0,
      ]) {
        for (const [path, body] of calls) {
          expect(`${path}: ${await seen(path, body, known)}`).toBe(
            `${path}: ${await seen(path, body, unknown)}`,
          )
        }
        shop.clock.now += passesMs
      }
      expect(await countMails(unknown)).toBe(0)
    }
    return {
      invariants: 'I18',
      what: `The same ${calls.length} calls, 13 times each, for an address with an account and one without`,
      count: pairs,
      unit: 'pairs',
      found: 'status, headers and body equal byte for byte; no mail to the unknown address',
    }
  })
})

/** A well-formed hash that no password has, as cheap as those of the test shop. */
const NO_PASSWORD = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Calls with an address of each kind. */
const TIMED = sized({ quick: 4, whole: 1_000 })
/** Next to other tests a few calls only show whether both take the slow hash, which is most of the time. */
const apartMs = (longerMs: number) => sized({ quick: longerMs / 2, whole: 10 })
/** Of a few, the least: whatever else the machine does makes a call longer, never shorter. */
const typicalMs = (took: readonly number[]) => sized({ quick: Math.min(...took), whole: median(took) })

/** How long one call takes in ms, after resetting all limits. */
async function timeCall(path: string, body: { email: string }): Promise<number> {
  nextDay()
  await shop.db.execute(sql`delete from recent_tries`)
  await shop.db.execute(sql`delete from stranger_failures`)
  await shop.db.execute(sql`update users set failed_logins = 0, login_allowed_at = null`)
  const start = performance.now()
  const { status } = await post(path, body)
  const took = performance.now() - start
  expect(status).toBeOneOf([200, 401])
  return took
}

test('an address with an account takes as long as one without', { tags: ['whole'] }, async () => {
  await prove(async () => {
    shop.settings.hashCost = HASH_COST
    const [known, unknown] = [(await register()).email, `${newId()}@example.ng`]
    await shop.db.execute(sql`update users set email_verified_at = now() where email = ${known}`)
    const calls = [
      ['login', { password: 'Wrong-1234' }],
      ['resend-otp', { purpose: 'reset_password' }],
      ['forgot-password', {}],
    ] as const
    const shown: string[] = []
    for (const [path, body] of calls) {
      const took: { [email: string]: number[] } = { [known]: [], [unknown]: [] }
      for (let warm = 0; warm < 2; warm++) await timeCall(path, { ...body, email: known })
      for (let pair = 0; pair < TIMED; pair++) {
        // Each is the later one of every other pair, so that a slow moment affects both alike.
        for (const email of pair % 2 === 0 ? [known, unknown] : [unknown, known]) {
          took[email]?.push(await timeCall(path, { ...body, email }))
        }
      }
      const [ofKnown, ofUnknown] = [typicalMs(took[known] ?? []), typicalMs(took[unknown] ?? [])]
      expect(Math.abs(ofKnown - ofUnknown), path).toBeLessThan(apartMs(Math.max(ofKnown, ofUnknown)))
      shown.push(`${path} ${ofKnown.toFixed(1)} and ${ofUnknown.toFixed(1)} ms`)
    }
    return {
      invariants: 'I18',
      what: `${calls.map(([path]) => path).join(', ')} with an address that has an account and one that has none, in turn`,
      count: TIMED,
      unit: 'pairs of each',
      found: `${sized({ quick: 'least', whole: 'medians' })}: ${shown.join(', ')}`,
    }
  })
})
