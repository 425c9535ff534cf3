import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { SWEEP_EVERY_MS } from '#server/jobs/queue.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import type { BackInStockPayload } from './mail.ts'
import { claimDueAlerts, deleteOldAlerts } from './store.ts'

const BATCH = 50
/** How long the unsubscribe link of a mail works. */
const TOLD_KEPT_MS = 90 * DAY_MS
const WAITING_KEPT_MS = 365 * DAY_MS

/**
 * Declares the sweep for stock alerts: in every process, whatever brought a colour and size back (an import, an expired
 * hold, the owner's correction). Queues the mails in the transaction that marks their alerts as notified. Old alerts are
 * deleted once an hour.
 */
export function defineStockAlertWork({ db, jobs, now }: Pick<Dependencies, 'db' | 'jobs' | 'now'>): void {
  jobs.repeat('stock-alert-sweep', SWEEP_EVERY_MS, async () => {
    let sent: number
    do {
      sent = await transact(db, async (tx) => {
        const due = await claimDueAlerts(tx, BATCH, now())
        for (const { id, email, ...item } of due) {
          await queueMail(tx, jobs, {
            kind: 'back_in_stock',
            orderId: null,
            recipient: email,
            payload: { ...item, alertId: id } satisfies BackInStockPayload,
            createdAt: now(),
          })
        }
        return due.length
      })
    } while (sent === BATCH)
  })
  jobs.repeat('stock-alert-clean', HOUR_MS, () => {
    const at = now().getTime()
    return deleteOldAlerts(db, new Date(at - TOLD_KEPT_MS), new Date(at - WAITING_KEPT_MS))
  })
}
