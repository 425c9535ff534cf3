import { HOUR_MS } from '#shared/duration.ts'
import { defineAuthWork } from './auth/sweep.ts'
import type { Dependencies } from './dependencies.ts'
import { forgetOldTries } from './http/rate-limit.ts'
import { accountMailRenderers } from './mail/account-mail.ts'
import { defineMailWork } from './mail/outbox.ts'
import { orderMailRenderers } from './order/mail/order-mail.ts'
import { definePaymentWork } from './payment/settle/reconcile.ts'
import { stockAlertMailRenderers } from './stock-alert/mail.ts'
import { defineStockAlertWork } from './stock-alert/sweep.ts'

/** Registers all background work, before the job queue starts. */
export function defineWork(dependencies: Dependencies): void {
  const { db, jobs, now } = dependencies
  defineMailWork(dependencies, {
    ...accountMailRenderers(dependencies.settings),
    ...orderMailRenderers(dependencies),
    ...stockAlertMailRenderers(dependencies),
  })
  definePaymentWork(dependencies)
  defineAuthWork(dependencies)
  defineStockAlertWork(dependencies)
  jobs.repeat('old-tries', HOUR_MS, () => forgetOldTries(db, now()))
}
