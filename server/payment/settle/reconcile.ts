import { SWEEP_EVERY_MS } from '#server/jobs/queue.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { throttleProvider } from '../connection/wrap-calls.ts'
import { defineRefundWork, sendDueRefunds } from '../refund/refund.ts'
import { claimDueAttempts } from '../store.ts'
import { blankOldEventBodies } from '../webhook/event-store.ts'
import { defineWebhookWork, settleOverdueEvents } from '../webhook/webhook.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { settle } from './settle.ts'
import { sweepSuccesses } from './success-sweep.ts'

/** Attempts claimed by a process that dies become due again after this long. */
const LEASE_MS = MINUTE_MS
/**
 * Checks run concurrently, this many a second in each lane: enough lanes to keep the rate if the provider takes 0.4 s.
 * Few of them use a connection at a time, since most wait for the provider. What is claimed for a second is at most three
 * checks a lane, done within the lease even if the provider times out each time, which takes 8.5 s.
 */
const LANE_CHECKS_PER_S = 2.5
const EVENT_BODIES_KEPT_MS = 90 * DAY_MS

/** Registers all payment work that runs without a shopper: events, refunds, due checks, expiring holds. */
export function definePaymentWork(dependencies: SettleDependencies): void {
  const { db, jobs, now } = dependencies
  defineWebhookWork(dependencies)
  defineRefundWork(dependencies)
  jobs.repeat('payment-check', SWEEP_EVERY_MS, (stopping) => checkDuePayments(dependencies, stopping))
  jobs.repeat('provider-events', SWEEP_EVERY_MS, (stopping) => settleOverdueEvents(dependencies, stopping))
  jobs.repeat('refunds', SWEEP_EVERY_MS, () => sendDueRefunds(dependencies))
  jobs.repeat('payment-successes', HOUR_MS, () => sweepSuccesses(dependencies))
  jobs.repeat('payment-clean', HOUR_MS, () =>
    blankOldEventBodies(db, new Date(now().getTime() - EVENT_BODIES_KEPT_MS)),
  )
}

/**
 * Verifies every payment that is due: by its schedule, because its hold ends, or because its start crashed. All
 * processes share the work; each payment is claimed by one of them. A failed check does not stop the others.
 *
 * Each process asks the provider at most `paymentChecksPerS` times a second, evenly: payments that become due together
 * would otherwise be checked together, and shoppers would wait meanwhile. Payments are claimed for a second at a time,
 * so an expired hold is ahead of routine checks however many of them wait. Ends early once the shop is `stopping`.
 */
export async function checkDuePayments(
  dependencies: SettleDependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, log, now } = dependencies
  const { paymentChecksPerS } = dependencies.settings
  const throttled = {
    ...dependencies,
    provider: throttleProvider(dependencies.provider, 1000 / paymentChecksPerS),
  }
  const checkInTurn = async (due: string[]) => {
    for (let reference = due.shift(); reference !== undefined; reference = due.shift()) {
      if (stopping?.aborted) return
      try {
        await settle(throttled, reference, 'reconciler')
      } catch (error) {
        log.error({ err: error }, 'a payment could not be checked')
      }
    }
  }
  const lanes = Math.ceil(paymentChecksPerS / LANE_CHECKS_PER_S)
  let claimed: number
  do {
    const due = await claimDueAttempts(db, now(), LEASE_MS, paymentChecksPerS)
    claimed = due.length
    await Promise.all(Array.from({ length: lanes }, () => checkInTurn(due)))
  } while (claimed === paymentChecksPerS && !stopping?.aborted)
}
