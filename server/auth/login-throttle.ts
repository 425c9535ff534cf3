import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { rateLimits } from '#server/db/schema.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { keyedHash } from '#server/keyed-hash.ts'
import { ShopError } from '#shared/errors.ts'
import { isLockedByFailures, loginDelayMs } from './login-delay.ts'
import { type Account, findAccount, lockEmail, setFailedLogins } from './store.ts'

const LOCKED_RETRY_S = 15 * 60

type Failures = { failedLogins: number; loginAllowedAt: Date | null }

/**
 * Counts a login as failed before its password is looked at, so that parallel tries cannot slip past, and answers the
 * account if there is one; a success sets the count back. Throws RATE_LIMITED while the address must wait, whether or
 * not it has an account. What `takePlace` throws is thrown and nothing is counted.
 */
export async function takeLoginTry(
  { db, now, settings }: Pick<Dependencies, 'db' | 'now' | 'settings'>,
  email: string,
  takePlace: () => void,
): Promise<Account | undefined> {
  if (!settings.rateLimits) {
    takePlace()
    return findAccount(db, email)
  }
  return transact(db, async (tx) => {
    await lockEmail(tx, email)
    const account = await findAccount(tx, email)
    const strangerKey = keyedHash(settings.appSecret, `login failures\n${email}`)
    const before = account ?? (await getStrangerFailures(tx, strangerKey))
    refuseWaiting(before, now())
    takePlace()
    const failedLogins = before.failedLogins + 1
    const delayMs = loginDelayMs(failedLogins)
    const after = {
      failedLogins,
      loginAllowedAt: delayMs === 0 ? null : new Date(now().getTime() + delayMs),
    }
    if (account) await setFailedLogins(tx, account.id, after)
    else await setStrangerFailures(tx, strangerKey, failedLogins, now())
    return account
  })
}

function refuseWaiting({ failedLogins, loginAllowedAt }: Failures, at: Date): void {
  if (isLockedByFailures(failedLogins)) {
    throw new ShopError('RATE_LIMITED', 'Too many failed tries. Please reset your password to log in.', {
      retryAfterS: LOCKED_RETRY_S,
    })
  }
  const waitMs = (loginAllowedAt?.getTime() ?? 0) - at.getTime()
  if (waitMs > 0) {
    throw new ShopError('RATE_LIMITED', 'Too many failed tries. Please wait a little and try again.', {
      retryAfterS: Math.ceil(waitMs / 1000),
    })
  }
}

/** An address without an account has one counter, whose window starts at the last failure; it is forgotten with old counters. */
async function getStrangerFailures(tx: Database, key: string): Promise<Failures> {
  const rows = await tx
    .select({ count: rateLimits.count, lastAt: rateLimits.windowStart })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
    .orderBy(desc(rateLimits.windowStart))
    .limit(1)
  const row = rows[0]
  if (row === undefined) return { failedLogins: 0, loginAllowedAt: null }
  return {
    failedLogins: row.count,
    loginAllowedAt: new Date(row.lastAt.getTime() + loginDelayMs(row.count)),
  }
}

async function setStrangerFailures(tx: Database, key: string, count: number, at: Date): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, key))
  await tx.insert(rateLimits).values({ key, windowStart: at, count })
}
