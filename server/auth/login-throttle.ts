import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { rateLimits } from '#server/db/schema.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { keyedHash } from '#server/keyed-hash.ts'
import { ShopError } from '#shared/errors.ts'
import { areForgotten, FAILURES_KEPT_MS, isLockedByFailures, loginDelayMs } from './login-delay.ts'
import { type Account, findAccount, lockEmail, setFailedLogins } from './store.ts'

const LOCKED_RETRY_S = 15 * 60

const NEVER = new Date('9999-12-31T00:00:00Z')

type Failures = { failedLogins: number; lastAt: Date }

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
    const last = account ? accountFailures(account) : await findStrangerFailures(tx, strangerKey)
    const before = last && !areForgotten(last.failedLogins, last.lastAt, now()) ? last : undefined
    if (before) refuseWaiting(before, now())
    takePlace()
    const after = { failedLogins: (before?.failedLogins ?? 0) + 1, lastAt: now() }
    if (account) await setAccountFailures(tx, account.id, after)
    else await setStrangerFailures(tx, strangerKey, after)
    return account
  })
}

function refuseWaiting({ failedLogins, lastAt }: Failures, at: Date): void {
  if (isLockedByFailures(failedLogins)) {
    throw new ShopError('RATE_LIMITED', 'Too many failed tries. Please reset your password to log in.', {
      retryAfterS: LOCKED_RETRY_S,
    })
  }
  const waitMs = lastAt.getTime() + loginDelayMs(failedLogins) - at.getTime()
  if (waitMs > 0) {
    throw new ShopError('RATE_LIMITED', 'Too many failed tries. Please wait a little and try again.', {
      retryAfterS: Math.ceil(waitMs / 1000),
    })
  }
}

function accountFailures({ failedLogins, loginAllowedAt }: Account): Failures {
  return { failedLogins, lastAt: new Date((loginAllowedAt?.getTime() ?? 0) - loginDelayMs(failedLogins)) }
}

async function setAccountFailures(
  tx: Database,
  id: string,
  { failedLogins, lastAt }: Failures,
): Promise<void> {
  const loginAllowedAt = new Date(lastAt.getTime() + loginDelayMs(failedLogins))
  await setFailedLogins(tx, id, { failedLogins, loginAllowedAt })
}

/**
 * An address without an account has one counter, whose window starts when its failures are forgotten: the sweep of old
 * counters leaves it alone until then, and for good once they lock the address.
 */
async function findStrangerFailures(tx: Database, key: string): Promise<Failures | undefined> {
  const rows = await tx
    .select({ failedLogins: rateLimits.count, forgottenAt: rateLimits.windowStart })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
    .orderBy(desc(rateLimits.windowStart))
    .limit(1)
  return (
    rows[0] && {
      failedLogins: rows[0].failedLogins,
      lastAt: new Date(rows[0].forgottenAt.getTime() - FAILURES_KEPT_MS),
    }
  )
}

async function setStrangerFailures(
  tx: Database,
  key: string,
  { failedLogins, lastAt }: Failures,
): Promise<void> {
  const forgottenAt = new Date(lastAt.getTime() + FAILURES_KEPT_MS)
  await tx.delete(rateLimits).where(eq(rateLimits.key, key))
  await tx
    .insert(rateLimits)
    .values({ key, windowStart: isLockedByFailures(failedLogins) ? NEVER : forgottenAt, count: failedLogins })
}
