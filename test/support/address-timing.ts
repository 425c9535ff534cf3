import { performance } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { hashSlowly } from '#server/auth/argon2.ts'
import { newId } from '#server/db/id.ts'
import { recentTries, strangerFailures, users } from '#server/db/schema.ts'
import { DAY_MS } from '#shared/duration.ts'
import { PASSWORD } from './login.ts'
import { median } from './median.ts'
import type { TestShop } from './shop.ts'

/** The calls that must take equally long for an address with an account and for one without. */
const CALLS = {
  login: { password: 'Wrong-1234' },
  'resend-otp': { purpose: 'reset_password' },
  'forgot-password': {},
}
type Path = keyof typeof CALLS
export const TIMED_CALLS = Object.keys(CALLS) as Path[]

const WARM_UPS = 5

/**
 * Adds an account, and returns what measures a call: medians in ms over this many pairs of calls with its address and with
 * one without an account; and, as the noise of the machine, of the latter with itself. In turn, so that a slow moment
 * affects both alike.
 */
export async function openAddressTiming(shop: TestShop) {
  const known = `${newId()}@example.ng`
  const unknown = `${newId()}@example.ng`
  await shop.db.insert(users).values({
    id: newId(),
    email: known,
    fullName: 'Ada Obi',
    emailVerifiedAt: shop.now(),
    passwordHash: await hashSlowly(PASSWORD),
  })

  /** Duration of one call, after resetting all limits. */
  async function time(path: Path, email: string): Promise<number> {
    shop.clock.now += DAY_MS
    await shop.db.delete(recentTries)
    await shop.db.delete(strangerFailures)
    await shop.db.update(users).set({ failedLogins: 0, loginAllowedAt: null }).where(eq(users.email, known))
    const start = performance.now()
    const { status } = await shop.call('POST', `/api/auth/${path}`, { ...CALLS[path], email })
    const took = performance.now() - start
    if (status !== 200 && status !== 401) throw new Error(`${path} answered ${status}`)
    return took
  }

  async function compare(
    path: Path,
    first: string,
    second: string,
    pairs: number,
  ): Promise<[number, number]> {
    const [ofFirst, ofSecond]: [number[], number[]] = [[], []]
    for (let pair = 0; pair < pairs; pair++) {
      // Each is the later one of every other pair.
      if (pair % 2 === 1) ofSecond.push(await time(path, second))
      ofFirst.push(await time(path, first))
      if (pair % 2 === 0) ofSecond.push(await time(path, second))
    }
    return [median(ofFirst), median(ofSecond)]
  }

  return {
    knownAndUnknown: async (path: Path, pairs: number) => {
      for (let warm = 0; warm < WARM_UPS; warm++) await time(path, known)
      return compare(path, known, unknown, pairs)
    },
    unknownTwice: (path: Path, pairs: number) => compare(path, unknown, unknown, pairs),
  }
}
