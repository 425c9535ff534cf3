import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { logName } from '#server/http/keyed-hash.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { listIssues, openIssue } from '#server/order/issue-store.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { AttemptState } from '../attempt-state.ts'
import { type FoundRefunds, providerFor, type RefundState } from '../provider.ts'
import { type Attempt, findAttempt, updateAttempt } from '../store.ts'
import { openExternalIssues } from './external-issue.ts'
import { type MatchedRefunds, matchRefunds, type ReportedState, stuckDetail } from './match-refunds.ts'
import {
  claimDueRefund,
  claimRefund,
  insertRefund,
  listRefundsOf,
  markRequested,
  type NewRefund,
  type Refund,
  updateRefund,
  wakeRefund,
} from './refund-store.ts'

const QUEUE = 'refund'
const BATCH = 10
/** The longest time that checkRefund takes: a lookup by number, the list, and a request to the provider. */
export const REFUND_TAKES_S = 40
/** The longest time that sendDueRefunds takes. */
const REFUNDS_TAKE_S = BATCH * REFUND_TAKES_S
/** Longer than a step: refunds are claimed one at a time. */
const LEASE_MS = MINUTE_MS
/** Soon, because the next refund of a payment waits until a lost response is found in the list. */
const RETRY_MS = 15_000
/** A requested refund that the provider has not listed for this long needs a person. */
const LOST_MS = HOUR_MS
/** Banks take days for a refund, and its events usually arrive before this poll. */
const WATCH_MS = HOUR_MS
const KEY_REFUSED = 'the provider refuses the key: set the current one, and it is tried again'

export type RefundDependencies = Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now' | 'provider' | 'settings'>

/** Records an owed refund in the deciding transaction, once per payment and number; undefined if it is recorded already. */
export async function queueRefund(
  tx: Database,
  jobs: Jobs,
  refund: NewRefund,
  now: Date,
): Promise<string | undefined> {
  const id = await insertRefund(tx, refund, now)
  if (id !== undefined) await jobs.send(tx, QUEUE, { id })
  return id
}

/** Registers the job that a new refund triggers. The reconciler's sweep picks up whatever it leaves. */
export function defineRefundWork(dependencies: RefundDependencies): void {
  const options = { retryLimit: 3, retryDelayS: 5, retryDelayMaxS: 60, expireInS: REFUNDS_TAKE_S + 40 }
  dependencies.jobs.define(QUEUE, options, () => sendDueRefunds(dependencies))
}

/**
 * Requests due refunds and polls those under way, at most 10, longest due first; the rest wait for the next sweep. Two
 * processes never work on the same one.
 */
export async function sendDueRefunds(dependencies: RefundDependencies): Promise<void> {
  const { db, now } = dependencies
  for (let handled = 0; handled < BATCH; handled += 1) {
    const refund = await claimDueRefund(db, now(), LEASE_MS)
    if (refund === undefined) return
    await advance(dependencies, refund, askOnce(dependencies))
  }
}

/**
 * Makes our refunds of a payment due now and processes them. Other refunds that are due are left to the sweep, since an event
 * waits for these. Includes refunds that are done, which the banks can still return, and failed ones, which a person may
 * have repeated at the provider. Returns false if we owe none for this payment. `actor` is the person who triggered it, for
 * the audit log.
 */
export async function checkRefund(
  dependencies: RefundDependencies,
  reference: string,
  actor?: string,
): Promise<boolean> {
  const { db } = dependencies
  const refunds = await listRefundsOf(db, reference)
  const ask = askOnce(dependencies)
  for (const refund of refunds) await checkOne(dependencies, refund, ask, actor)
  return refunds.length > 0
}

async function checkOne(
  dependencies: RefundDependencies,
  refund: Refund,
  ask: AskForRefunds,
  actor: string | undefined,
): Promise<void> {
  const { db, now } = dependencies
  await transact(db, async (tx) => {
    await wakeRefund(tx, refund, now())
    if (actor === undefined) return
    const attempt = await findAttempt(tx, refund.reference)
    const details = { before: { refund: refund.state }, decision: 'the provider is asked again' }
    const subject = attempt?.orderId ?? refund.id
    await recordAct(tx, { actor, action: 'payment.look-after-refund', subject, details }, now())
  })
  const due = await claimRefund(db, refund.id, now(), LEASE_MS)
  if (due !== undefined) await advance(dependencies, due, ask)
}

type AskForRefunds = (attempt: Attempt, refund: Refund) => Promise<FoundRefunds>

/**
 * Lists the refunds of a payment at the provider, once however many of them are polled. One that may be requested is always looked for
 * anew: whoever had it before may have requested it since.
 */
function askOnce({ provider }: RefundDependencies): AskForRefunds {
  let found: Promise<FoundRefunds> | undefined
  return (attempt, { state }) => {
    const { providerTransactionId, reference, createdAt } = attempt
    if (found === undefined || state === 'requested')
      found = providerFor(provider, attempt).listRefunds({
        id: providerTransactionId ?? '',
        reference,
        since: createdAt,
      })
    return found
  }
}

/**
 * Advances one refund by one step. Always checks first whether the provider already has it: a request whose response
 * was lost, or whose sender died, must not be repeated, or the provider would refund twice.
 */
async function advance(dependencies: RefundDependencies, refund: Refund, ask: AskForRefunds): Promise<void> {
  const { db, provider, now } = dependencies
  const attempt = await findAttempt(db, refund.reference)
  if (attempt === undefined) throw new Error(`Refund ${refund.id} has no payment attempt`)
  const { reference, providerRefundId } = refund
  const asked = providerFor(provider, attempt)
  const known = providerRefundId === null ? undefined : await asked.findRefund(providerRefundId)
  // A failed one may have been repeated.
  if (known?.kind === 'found' && known.refund.state !== 'failed')
    return recordRefundState(dependencies, attempt, refund, known.refund)
  const found = await ask(attempt, refund)
  if (found.kind === 'unreachable' && found.isKeyRefused) await reportKey(dependencies, attempt)
  const issues = await listIssues(db, attempt.orderId)
  // Read after the provider has responded: our refunds are stored before they are requested, so none is missing here.
  const own = await listRefundsOf(db, reference)
  const there = found.kind === 'listed' ? matchRefunds(found.refunds, own, issues) : undefined
  const ours = there?.ours.get(refund.number)
  if (ours !== undefined) return recordRefundState(dependencies, attempt, refund, ours, there)
  if (there !== undefined && refund.state === 'requested') {
    const reported = await request(dependencies, attempt, refund)
    if (reported !== undefined) return recordRefundState(dependencies, attempt, refund, reported)
  }
  if (there !== undefined && refund.state === 'sent' && refund.providerRefundId === null) {
    // It was refused and never accepted: there is nothing to poll.
    return updateRefund(db, refund.id, { state: 'failed', nextTryAt: null }, now())
  }
  await updateRefund(db, refund.id, { nextTryAt: new Date(now().getTime() + RETRY_MS) }, now())
}

/**
 * Requests a refund that the provider does not list. If it may have been requested before, a refusal is inconclusive
 * for an hour, because the provider also refuses a duplicate that exceeds the payment. It would accept a duplicate of a
 * partial refund, so that is never requested again. Undefined if the outcome is not known yet.
 */
async function request(
  { db, provider, now }: RefundDependencies,
  attempt: Attempt,
  refund: Refund,
): Promise<ReportedState | undefined> {
  const { askedAt, reference, amount, isWhole } = refund
  const isLost = askedAt !== null && now().getTime() - askedAt.getTime() >= LOST_MS
  if (askedAt !== null && !isWhole) {
    return isLost ? { id: null, state: 'failed' } : undefined
  }
  if (!(await markRequested(db, refund, now()))) return undefined
  const result = await provider.refund(reference, amount)
  if (result.kind === 'requested') return { id: result.id, state: 'under-way' }
  const isAsBefore = result.kind === 'unavailable' || (result.kind === 'refused' && askedAt === null)
  if (isAsBefore) await updateRefund(db, refund.id, { askedAt }, now())
  if (result.kind === 'refused' && (askedAt === null || isLost)) return { id: null, state: 'failed' }
  if (result.kind === 'unavailable' && result.isKeyRefused) await reportKey({ db, now }, attempt)
  return undefined
}

async function reportKey(
  { db, now }: Pick<RefundDependencies, 'db' | 'now'>,
  attempt: Attempt,
): Promise<void> {
  await openIssue(db, attempt.orderId, { kind: 'refund-stuck', detail: KEY_REFUSED }, now())
}

const BECOMES: Record<RefundState, { refund: Refund['state']; attempt: AttemptState; watched: boolean }> = {
  'under-way': { refund: 'sent', attempt: 'refund_sent', watched: true },
  done: { refund: 'done', attempt: 'refunded', watched: false },
  failed: { refund: 'failed', attempt: 'refund_stuck', watched: false },
  'needs-attention': { refund: 'sent', attempt: 'refund_stuck', watched: true },
}

/** Whether the next refund of the payment may be made: the provider has this one under a number, or does not have it. */
export function hasNumber({ providerRefundId, state, askedAt }: Refund): boolean {
  return providerRefundId !== null || (state === 'failed' && askedAt === null)
}

/**
 * Flags a stuck refund for review, once per refund at the provider and kind of failure, and again if its state changed
 * in between: a state that is repeated every hour must not reopen a closed issue.
 */
async function flagStuck(
  tx: Database,
  attempt: Attempt,
  refund: Refund,
  { id, state }: ReportedState,
  now: Date,
): Promise<void> {
  const how = stuckDetail({ id, state })
  const issues = await listIssues(tx, attempt.orderId)
  const isIssueOpened = issues.some(({ kind, detail }) => kind === 'refund-stuck' && detail === how)
  const hasMoved = refund.providerState !== null && refund.providerState !== state
  if (hasMoved || !isIssueOpened)
    await openIssue(tx, attempt.orderId, { kind: 'refund-stuck', detail: how }, now)
}

/**
 * Stores the provider's state of a refund; a stuck one is flagged for review. If it was found in the list after its response
 * was lost, `there` is that list: numbers in it that are nobody's are for a person.
 */
async function recordRefundState(
  { db, log, now, settings }: RefundDependencies,
  attempt: Attempt,
  refund: Refund,
  reported: ReportedState,
  there?: MatchedRefunds,
): Promise<void> {
  const next = BECOMES[reported.state]
  const isStuck = next.attempt === 'refund_stuck'
  await transact(db, async (tx) => {
    // Lock in the global order: a concurrent settlement of this payment must neither deadlock with this nor be able to
    // overwrite it with an older state.
    await lockOrdersWith(tx, attempt.orderId)
    await updateRefund(
      tx,
      refund.id,
      {
        state: next.refund,
        providerState: reported.state,
        ...(reported.id === null ? {} : { providerRefundId: reported.id }),
        nextTryAt: next.watched ? new Date(now().getTime() + WATCH_MS) : null,
      },
      now(),
    )
    if (refund.isWhole) await updateAttempt(tx, attempt.id, { state: next.attempt }, now())
    const wasLost = refund.providerRefundId === null && refund.askedAt !== null
    if (there && wasLost) await openExternalIssues(tx, attempt.orderId, there.external, now())
    if (isStuck) await flagStuck(tx, attempt, refund, reported, now())
  })
  const about = {
    refund: next.refund,
    payment: next.attempt,
    order: orderNumber(attempt.orderId),
    amountKobo: refund.amount,
    reference: logName(settings.appSecret, refund.reference),
  }
  if (isStuck) log.warn(about, 'refund needs a person')
  else if (refund.state !== next.refund) log.info(about, 'refund moved')
}
