import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { alertMailRenderers, alertOfGivenUpMail, defineAlertWork } from './alert/work.ts'
import { deleteCodesBefore } from './auth/code-store.ts'
import { deleteDeadSessions } from './auth/session-store.ts'
import { deleteExpiredStrangerFailures, deleteUnverifiedAccounts } from './auth/store.ts'
import type { Dependencies } from './dependencies.ts'
import { defineDisputeWork } from './dispute/work.ts'
import { forgetOldTries } from './http/rate-limit.ts'
import { accountMailRenderers } from './mail/account-mail.ts'
import { defineMailWork } from './mail/outbox.ts'
import { orderMailRenderers } from './order/mail/order-mail.ts'
import { defineLateWork, lateMailRenderers } from './parcel/late.ts'
import { parcelMailRenderers } from './parcel/mail.ts'
import { definePaymentWork } from './payment/settle/reconcile.ts'
import { forgetNetworks } from './payment/start/hold-limit.ts'
import { returnMailRenderers } from './return/mail.ts'
import { defineReturnWork } from './return/work.ts'
import { staffMailRenderers } from './staff/mail.ts'
import { defineStaffWork } from './staff/sweep.ts'
import { stockAlertMailRenderers } from './stock-alert/mail.ts'
import { defineStockAlertWork } from './stock-alert/sweep.ts'

/** Registers all background work, before the job queue starts. */
export function defineWork(dependencies: Dependencies): void {
  const { db, jobs, now } = dependencies
  const renderers = {
    ...accountMailRenderers(dependencies.settings),
    ...alertMailRenderers(dependencies.settings),
    ...orderMailRenderers(dependencies),
    ...lateMailRenderers(dependencies),
    ...parcelMailRenderers(dependencies),
    ...returnMailRenderers(dependencies),
    ...staffMailRenderers(dependencies.settings),
    ...stockAlertMailRenderers(dependencies),
  }
  defineMailWork(dependencies, renderers, (tx, mail) => alertOfGivenUpMail(tx, dependencies, mail))
  defineAlertWork(dependencies)
  definePaymentWork(dependencies)
  defineAuthWork(dependencies)
  defineDisputeWork(dependencies)
  defineLateWork(dependencies)
  defineReturnWork(dependencies)
  defineStaffWork(dependencies)
  defineStockAlertWork(dependencies)
  jobs.repeat('old-tries', HOUR_MS, async () => {
    await forgetOldTries(db, now())
    await forgetNetworks(db, now())
  })
}

/** The longest window over which codes are counted. */
const CODES_KEPT_MS = DAY_MS

const UNVERIFIED_KEPT_MS = 30 * DAY_MS
const DELETED_AT_ONCE = 1_000

/** Declares the removal of expired codes, sessions, failed logins of strangers and unverified sign-ups. */
function defineAuthWork({ db, jobs, now }: Pick<Dependencies, 'db' | 'jobs' | 'now'>): void {
  jobs.repeat('auth-sweep', HOUR_MS, async () => {
    const at = now().getTime()
    await deleteCodesBefore(db, new Date(at - CODES_KEPT_MS))
    await deleteDeadSessions(db, new Date(at))
    await deleteExpiredStrangerFailures(db, new Date(at))
    const signedUpBefore = new Date(at - UNVERIFIED_KEPT_MS)
    while ((await deleteUnverifiedAccounts(db, signedUpBefore, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  })
}
