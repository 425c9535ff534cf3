import { logName } from '#server/keyed-hash.ts'
import { DAY_MS } from '#shared/duration.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { isGoingBack } from './attempt-state.ts'
import { EVENTS_END_MS } from './check-schedule.ts'
import { isReference } from './reference.ts'
import { lookAfterRefund } from './refund.ts'
import { settle } from './settle.ts'
import { type Attempt, claimRun, findAttempt, postponeRun } from './store.ts'
import { ProviderAway, successesOf } from './success-list.ts'

/** After a run that did not come to its end. */
const RETRY_MS = 60 * 60_000
const RUN = 'success_sweep_at'

/**
 * Once a day, by one process, compares the provider's own list of successes with our payments: money that no redirect,
 * event or look has told of is settled, money under a name like ours that we do not know is called out. A run that ends early is
 * made again after an hour.
 */
export async function sweepSuccesses(dependencies: SettleDependencies): Promise<void> {
  const { db, provider, log, now, settings } = dependencies
  if (!(await claimRun(db, RUN, now(), DAY_MS))) return
  const span = { from: new Date(now().getTime() - EVENTS_END_MS), to: now() }
  let found = 0
  let hasFailed = false
  try {
    for await (const reference of successesOf(provider, span)) {
      if (!isReference(reference)) continue
      const attempt = await findAttempt(db, reference)
      if (attempt === undefined) {
        log.error(
          { reference: logName(settings.appSecret, reference) },
          'a success for a payment we do not know',
        )
      } else {
        const outcome = await compareSuccess(dependencies, attempt)
        if (outcome === 'settled') found += 1
        hasFailed ||= outcome === 'failed'
      }
    }
  } catch (error) {
    await retryInAnHour(dependencies)
    if (!(error instanceof ProviderAway)) throw error
    log.warn({ why: error.message }, 'the list of successes could not be read to its end')
    return
  }
  if (hasFailed) await retryInAnHour(dependencies)
  log.info({ found }, 'the list of successes is compared')
}

/** What is settled by now stays settled; the rest is not left for a day. */
async function retryInAnHour({ db, now }: SettleDependencies): Promise<void> {
  await postponeRun(db, RUN, new Date(now().getTime() - DAY_MS + RETRY_MS))
}

/** Settles a success unless it is accounted for. One that fails does not stop the others. */
async function compareSuccess(
  dependencies: SettleDependencies,
  { state, reference }: Attempt,
): Promise<'settled' | 'agrees' | 'failed'> {
  if (state === 'succeeded' || isGoingBack(state) || state === 'refund_stuck') return 'agrees'
  try {
    // Of what goes back and is here again, the refund tells more than the payment.
    if (state === 'refunded') await lookAfterRefund(dependencies, reference)
    const settled = await settle(dependencies, reference, 'reconciler')
    return settled === undefined || settled.attempt.state === state ? 'agrees' : 'settled'
  } catch (error) {
    dependencies.log.error({ err: error }, 'a success could not be compared')
    return 'failed'
  }
}
