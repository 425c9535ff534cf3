import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Device } from '#server/http/device.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { countDeviceFailure, findKnownDevice } from './device-store.ts'
import {
  type Account,
  findAccount,
  findStrangerFailures,
  lockEmail,
  setFailedLogins,
  setStrangerFailures,
} from './store.ts'

const LOCKED_RETRY_S = 15 * 60

const NEVER = new Date('9999-12-31T00:00:00Z')

type Failures = { failedLogins: number; lastAt: Date }

/**
 * Counts a login as failed before its password is compared, so that parallel tries cannot bypass the limit; a success
 * resets the count. A device in which the account was opened before has a count of its own, so that nobody else's failures keep its owner
 * out. Returns the account if there is one. Throws RATE_LIMITED while the address must wait, with or without
 * an account. If `claimPlace` throws, nothing is counted.
 */
export async function countLoginTry(
  { db, now, settings }: Pick<Dependencies, 'db' | 'now' | 'settings'>,
  { email, device }: { email: string; device: Device },
  claimPlace: () => void,
): Promise<{ account: Account | undefined; isKnownDevice: boolean }> {
  if (!settings.rateLimits) {
    claimPlace()
    return { account: await findAccount(db, email), isKnownDevice: false }
  }
  return transact(db, async (tx) => {
    await lockEmail(tx, email)
    const account = await findAccount(tx, email)
    const known = await findKnownDevice(tx, email, device)
    if (known !== undefined) {
      const { failedLogins, lastTriedAt } = known
      refuseWaiting(
        { failedLogins: Math.min(failedLogins, LOCKED_AT_FAILURES - 1), lastAt: lastTriedAt },
        now(),
      )
      claimPlace()
      await countDeviceFailure(tx, known, failedLogins + 1, now())
      return { account, isKnownDevice: true }
    }
    const strangerKey = keyedHash(settings.appSecret, `login failures\n${email}`)
    const last = account ? accountFailures(account) : await strangerFailures(tx, strangerKey)
    const before = last && !areForgotten(last.failedLogins, last.lastAt, now()) ? last : undefined
    if (before) refuseWaiting(before, now())
    claimPlace()
    const after = { failedLogins: (before?.failedLogins ?? 0) + 1, lastAt: now() }
    if (account) await setAccountFailures(tx, account.id, after)
    else await countStrangerFailure(tx, strangerKey, after)
    return { account, isKnownDevice: false }
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

async function strangerFailures(tx: Database, key: string): Promise<Failures | undefined> {
  const found = await findStrangerFailures(tx, key)
  if (found === undefined) return undefined
  const { failedLogins, expiresAt } = found
  return { failedLogins, lastAt: new Date(expiresAt.getTime() - FAILURES_KEPT_MS) }
}

async function countStrangerFailure(
  tx: Database,
  key: string,
  { failedLogins, lastAt }: Failures,
): Promise<void> {
  const expiresAt = isLockedByFailures(failedLogins) ? NEVER : new Date(lastAt.getTime() + FAILURES_KEPT_MS)
  await setStrangerFailures(tx, key, { failedLogins, expiresAt })
}

const FREE_FAILURES = 5
const FIRST_DELAY_MS = 1_000
const LAST_DELAY_MS = 15 * MINUTE_MS
const LOCKED_AT_FAILURES = 100
const FAILURES_KEPT_MS = 30 * DAY_MS

/** The wait after a failure before the next login: 0 for fewer than 5 failures in a row, then 1 s, doubling up to 15 min. */
export function loginDelayMs(failuresInARow: number): number {
  if (failuresInARow < FREE_FAILURES) return 0
  return Math.min(FIRST_DELAY_MS * 2 ** (failuresInARow - FREE_FAILURES), LAST_DELAY_MS)
}

/** After 100 failures in a row no password opens the account; a reset by e-mail does. */
export function isLockedByFailures(failuresInARow: number): boolean {
  return failuresInARow >= LOCKED_AT_FAILURES
}

/** Failures expire a month after the last one; those that lock the address never expire. */
function areForgotten(failuresInARow: number, lastAt: Date, at: Date): boolean {
  return !isLockedByFailures(failuresInARow) && at.getTime() >= lastAt.getTime() + FAILURES_KEPT_MS
}
