import { raiseAlert } from '#server/alert/raise.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { listOpenDisputes } from '#server/order/dispute-store.ts'
import { MINUTE_MS } from '#shared/duration.ts'

/** The owner is reminded when so many business hours are left. That a dispute was opened, with all of them, is told at once. */
const REMIND_AT_HOURS = [1, 3, 8]

export function defineDisputeWork(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'now'>): void {
  const { db, jobs, now } = dependencies
  jobs.repeat('dispute-clock', 5 * MINUTE_MS, async () => {
    for (const { orderId, total, openedAt, dueAt, hoursLeft } of await listOpenDisputes(db, now())) {
      const step = REMIND_AT_HOURS.find((hours) => hoursLeft <= hours)
      if (hoursLeft === 0 || step === undefined) continue
      const subject = `${orderId} ${openedAt.toISOString()} ${step}`
      const facts = { kind: 'dispute-due', orderId, total, hoursLeft, dueAt: dueAt.toISOString() } as const
      await transact(db, (tx) => raiseAlert(tx, dependencies, subject, facts))
    }
  })
}
