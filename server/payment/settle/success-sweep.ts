import { logName } from '#server/http/keyed-hash.ts'
import { claimRun, finishRun } from '#server/jobs/run-store.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { isGoingBack } from '../attempt-state.ts'
import type { NextPage, PaymentProvider } from '../provider.ts'
import { isReference } from '../reference.ts'
import { checkRefund } from '../refund/refund.ts'
import { type Attempt, findAttempt } from '../store.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { EVENTS_END_MS } from './check-schedule.ts'
import { settle } from './settle.ts'

const RUN = { key: 'success_sweep_at', everyMs: DAY_MS, retryMs: HOUR_MS }
/**
 * A payment page can be paid at any time, and the list is ordered by when it was opened: once a week it reaches back a month.
 * If that fails, it is tried again a day later; the daily list is not affected.
 */
const LONG_RUN = { key: 'success_long_sweep_at', everyMs: 7 * DAY_MS, retryMs: DAY_MS }
const LONG_MS = 30 * DAY_MS

/**
 * Once a day, in one process, compares the provider's list of successes with our payments. Settles money that no
 * redirect, event or check has reported, and logs successes under a reference in our format that we do not know. An
 * incomplete run, even one whose process was killed, is retried after an hour.
 */
export async function sweepSuccesses(dependencies: SettleDependencies): Promise<void> {
  const { db, provider, log, now, settings } = dependencies
  const beganAt = now()
  if (!(await claimRun(db, RUN, beganAt))) return
  const isLong = await claimRun(db, LONG_RUN, beganAt)
  const span = { from: new Date(beganAt.getTime() - (isLong ? LONG_MS : EVENTS_END_MS)), to: beganAt }
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
    if (!(error instanceof ProviderAwayError)) throw error
    log.warn({ why: error.message }, 'the list of successes could not be read to its end')
    return
  }
  // After a failure the run is not finished, so that it is repeated within an hour; what it has settled stays settled.
  if (!hasFailed) {
    await finishRun(db, RUN, beganAt)
    if (isLong) await finishRun(db, LONG_RUN, beganAt)
  }
  log.info({ found }, 'the list of successes is compared')
}

/** Settles a success unless it is accounted for. A failure does not stop the sweep. */
async function compareSuccess(
  dependencies: SettleDependencies,
  { state, reference }: Attempt,
): Promise<'settled' | 'agrees' | 'failed'> {
  if (state === 'succeeded' || isGoingBack(state) || state === 'refund_stuck') return 'agrees'
  try {
    // If a refunded payment succeeds again, its refund says more than the payment itself.
    if (state === 'refunded') await checkRefund(dependencies, reference)
    const settled = await settle(dependencies, reference, 'reconciler')
    if (settled?.providerStatus.kind === 'unreachable') return 'failed'
    return settled === undefined || settled.attempt.state === state ? 'agrees' : 'settled'
  } catch (error) {
    dependencies.log.error({ err: error }, 'a success could not be compared')
    return 'failed'
  }
}

/** A list that never ends must not be read forever. */
const PAGES_MAX = 10_000

/** The provider's list could not be read to its end; what was yielded before is valid. */
export class ProviderAwayError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderAwayError'
  }
}

/** The references of all successes started in a time span, ours or not. Throws ProviderAwayError if the list breaks off. */
export async function* successesOf(
  provider: Pick<PaymentProvider, 'listSuccesses'>,
  span: { from: Date; to: Date },
): AsyncGenerator<string> {
  const seen = new Set<string>()
  let next: NextPage | undefined
  for (let read = 0; read < PAGES_MAX; read++) {
    const listed = await provider.listSuccesses({ ...span, ...(next ? { next } : {}) })
    if (listed.kind === 'unreachable') throw new ProviderAwayError(listed.message)
    const news = listed.references.filter((reference) => !seen.has(reference))
    for (const reference of news) seen.add(reference)
    yield* news
    next = listed.next
    if (next === null || listed.references.length === 0) return
    if (news.length === 0) throw new ProviderAwayError('the list repeats itself')
  }
  throw new ProviderAwayError(`the list has more than ${PAGES_MAX} pages`)
}
