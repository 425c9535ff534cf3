import type { Dependencies } from '#server/dependencies.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { deleteCodesBefore } from './code-store.ts'
import { deleteDeadSessions } from './session-store.ts'
import { deleteUnverifiedAccounts } from './store.ts'
import { deleteExpiredStrangerFailures } from './stranger-failures-store.ts'

/** The longest window over which codes are counted. */
const CODES_KEPT_MS = DAY_MS

const UNVERIFIED_KEPT_MS = 30 * DAY_MS
const DELETED_AT_ONCE = 1_000

/** Declares the removal of expired codes, sessions, failed logins of strangers and unverified sign-ups. */
export function defineAuthWork({ db, jobs, now }: Pick<Dependencies, 'db' | 'jobs' | 'now'>): void {
  jobs.repeat('auth-sweep', HOUR_MS, async () => {
    const at = now().getTime()
    await deleteCodesBefore(db, new Date(at - CODES_KEPT_MS))
    await deleteDeadSessions(db, new Date(at))
    await deleteExpiredStrangerFailures(db, new Date(at))
    const signedUpBefore = new Date(at - UNVERIFIED_KEPT_MS)
    while ((await deleteUnverifiedAccounts(db, signedUpBefore, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  })
}
