/**
 * Do login, resend and forgot take equally long for an unknown and a known address? Prints medians over N pairs of each
 * (default 300; the bound of 10 ms is meant for 1,000). The floor is the same call compared with itself.
 * Run: npx node bench/login-timing.ts [N]
 */
import { performance } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { hashSlowly } from '#server/auth/argon2.ts'
import { newId } from '#server/db/id.ts'
import { rateLimits, users } from '#server/db/schema.ts'
import { openTestShop } from '#test/support/shop.ts'

const BOUND_MS = 10
const PAIRS = Number(process.argv[2] ?? 300)
const KNOWN = 'known-one@example.ng'
const UNKNOWN = 'not-known@example.ng'

const shop = await openTestShop()
await shop.db.insert(users).values({
  id: newId(),
  email: KNOWN,
  fullName: 'Ada Obi',
  emailVerifiedAt: shop.now(),
  passwordHash: await hashSlowly('Adire-2026'),
})

const CALLS: Record<string, Record<string, string>> = {
  login: { password: 'Wrong-1234' },
  'resend-otp': { purpose: 'reset_password' },
  'forgot-password': {},
}

/** Duration of one call, in milliseconds, after resetting all limits. */
async function time(path: string, email: string): Promise<number> {
  shop.clock.now += 86_400_000
  await shop.db.delete(rateLimits)
  await shop.db.update(users).set({ failedLogins: 0, loginAllowedAt: null }).where(eq(users.email, KNOWN))
  const start = performance.now()
  const { status } = await shop.call('POST', `/api/auth/${path}`, { ...CALLS[path], email })
  const took = performance.now() - start
  if (status !== 200 && status !== 401) throw new Error(`${path} answered ${status}`)
  return took
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Medians for two addresses called alternately, so that a slow moment of the machine affects both. */
async function compare(path: string, first: string, second: string): Promise<[number, number]> {
  const [ofFirst, ofSecond]: [number[], number[]] = [[], []]
  for (let pair = 0; pair < PAIRS; pair++) {
    ofFirst.push(await time(path, first))
    ofSecond.push(await time(path, second))
  }
  return [median(ofFirst), median(ofSecond)]
}

const shown = (ms: number) => ms.toFixed(2).padStart(8)
process.stdout.write(`median ms of ${PAIRS} calls each\n                    known  unknown    apart  floor\n`)
let worst = 0
for (const path of Object.keys(CALLS)) {
  for (let warm = 0; warm < 5; warm++) await time(path, KNOWN)
  const [known, unknown] = await compare(path, KNOWN, UNKNOWN)
  const [once, again] = await compare(path, UNKNOWN, UNKNOWN)
  const apart = Math.abs(known - unknown)
  worst = Math.max(worst, apart)
  process.stdout.write(
    `${path.padEnd(16)} ${shown(known)} ${shown(unknown)} ${shown(apart)} ${shown(Math.abs(once - again))}\n`,
  )
}
await shop.close()
process.stdout.write(worst < BOUND_MS ? `within ${BOUND_MS} ms\n` : `NOT within ${BOUND_MS} ms\n`)
process.exitCode = worst < BOUND_MS ? 0 : 1
