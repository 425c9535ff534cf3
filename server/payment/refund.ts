import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { logName } from '#server/keyed-hash.ts'
import { flagForReview, listReviewReasons, lockOrdersWith } from '#server/order/store.ts'
import type { Kobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { AttemptState } from './attempt-state.ts'
import type { RefundState } from './provider.ts'
import { REFUND_STUCK } from './review-reason.ts'
import {
  type Attempt,
  claimDueRefund,
  findAttempt,
  findRefundByReference,
  insertRefund,
  markAsked,
  type Refund,
  updateAttempt,
  updateRefund,
  wakeRefund,
} from './store.ts'
import { tellRefundsApart } from './whose-refund.ts'

const QUEUE = 'refund'
const BATCH = 10
/** Longer than a look-up and a request to the provider can take together: each refund is taken only when its turn has come. */
const LEASE_MS = 60_000
const RETRY_MS = 60_000
/** One that was asked for and that the provider does not list for so long is a person's to look for. */
const LOST_MS = 60 * 60_000
/** A refund takes the banks days; its events tell sooner than this look does. */
const WATCH_MS = 60 * 60_000

export type RefundReason = 'already-paid' | 'erased' | 'out-of-stock' | 'mismatch' | 'owner'
export type RefundDependencies = Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now' | 'provider' | 'settings'>

/** Owes a payment back in the transaction that decides so, once per reference; false when it is owed already. */
export async function queueRefund(
  tx: Database,
  jobs: Jobs,
  refund: { reference: string; attemptId: string; amount: Kobo; reason: RefundReason },
  now: Date,
): Promise<boolean> {
  const id = await insertRefund(tx, refund, now)
  if (id !== undefined) await jobs.send(tx, QUEUE, { id })
  return id !== undefined
}

/** Declares the job that a new refund wakes. What it leaves undone, the reconciler's sweep takes up. */
export function defineRefundWork(dependencies: RefundDependencies): void {
  const options = { retryLimit: 3, retryDelayS: 5, retryDelayMaxS: 60, expireInS: 120 }
  dependencies.jobs.define(QUEUE, options, () => sendDueRefunds(dependencies))
}

/**
 * Requests refunds that are due and looks after those under way, 10 at most, the longest due first; the rest waits for the
 * next sweep. Two processes never work on the same one.
 */
export async function sendDueRefunds(dependencies: RefundDependencies): Promise<void> {
  const { db, now } = dependencies
  for (let taken = 0; taken < BATCH; taken += 1) {
    const refund = await claimDueRefund(db, now(), LEASE_MS)
    if (refund === undefined) return
    await pursue(dependencies, refund)
  }
}

/**
 * Makes a refund of ours due now and works on what is due: behind 10 older ones it is asked about by the next sweep. Also
 * one that was done, since the banks can still send it back, or that failed, since a person may have mended it there.
 * False when we owe none for this payment. `actor` is who asked for it by hand, for the record.
 */
export async function lookAfterRefund(
  dependencies: RefundDependencies,
  reference: string,
  actor?: string,
): Promise<boolean> {
  const { db, now } = dependencies
  const refund = await findRefundByReference(db, reference)
  if (refund === undefined) return false
  await transact(db, async (tx) => {
    await wakeRefund(tx, refund, now())
    if (actor === undefined) return
    const attempt = await findAttempt(tx, reference)
    const details = { before: { refund: refund.state }, decision: 'the provider is asked again' }
    const subject = attempt?.orderId ?? refund.id
    await recordAct(tx, { actor, action: 'payment.look-after-refund', subject, details }, now())
  })
  await sendDueRefunds(dependencies)
  return true
}

/**
 * One step for one refund. The provider is always asked first whether it has the refund already: a request whose
 * answer was lost, or whose sender died, must not be made again, since the provider would pay back twice.
 */
async function pursue(dependencies: RefundDependencies, refund: Refund): Promise<void> {
  const { db, provider, now } = dependencies
  const attempt = await findAttempt(db, refund.reference)
  if (attempt === undefined) throw new Error(`Refund ${refund.id} has no payment attempt`)
  const { reference } = refund
  const found = await provider.listRefunds({ id: attempt.providerTransactionId ?? '', reference })
  const { all } = await listReviewReasons(db, attempt.orderId)
  const there = found.kind === 'listed' ? tellRefundsApart(found.refunds, refund, all) : undefined
  if (there?.ours !== undefined) return recordRefundState(dependencies, attempt, refund, there.ours)
  if (there !== undefined && refund.state === 'requested') {
    const told = await request(dependencies, attempt, refund)
    if (told !== undefined) return recordRefundState(dependencies, attempt, refund, told)
  }
  if (there !== undefined && refund.state === 'sent' && refund.providerRefundId === null) {
    // It was refused once and never taken: there is nothing to look for.
    return updateRefund(db, refund.id, { state: 'failed', nextTryAt: null }, now())
  }
  await updateRefund(db, refund.id, { nextTryAt: new Date(now().getTime() + RETRY_MS) }, now())
}

type Told = { id: string | null; state: RefundState }

/**
 * Asks for a refund that the provider does not list. Of one that may have been asked for before, a refusal says nothing
 * for an hour, as the provider refuses what would be too much; a part would not be refused, and is not asked for again.
 * Undefined: nothing is known yet.
 */
async function request(
  { db, provider, now }: RefundDependencies,
  attempt: Attempt,
  refund: Refund,
): Promise<Told | undefined> {
  const { askedAt, reference, amount } = refund
  const isLost = askedAt !== null && now().getTime() - askedAt.getTime() >= LOST_MS
  if (askedAt !== null && isPartOf(attempt, refund)) {
    return isLost ? { id: null, state: 'failed' } : undefined
  }
  if (!(await markAsked(db, refund, now()))) return undefined
  const result = await provider.refund(reference, amount)
  if (result.kind === 'requested') return { id: result.id, state: 'under-way' }
  if (result.kind === 'refused' && (askedAt === null || isLost)) return { id: null, state: 'failed' }
  if (result.kind === 'unavailable') await updateRefund(db, refund.id, { askedAt }, now())
  return undefined
}

const BECOMES: Record<RefundState, { refund: Refund['state']; attempt: AttemptState; watched: boolean }> = {
  'under-way': { refund: 'sent', attempt: 'refund_sent', watched: true },
  done: { refund: 'done', attempt: 'refunded', watched: false },
  failed: { refund: 'failed', attempt: 'refund_stuck', watched: false },
  'needs-attention': { refund: 'sent', attempt: 'refund_stuck', watched: true },
}

/** True when the owner gives back less than the order cost: the payment then stays what it is. */
export function isPartOf(
  attempt: Pick<Attempt, 'amount'>,
  refund: Pick<Refund, 'reason' | 'amount'>,
): boolean {
  return refund.reason === 'owner' && refund.amount < attempt.amount
}

/**
 * Hands a stuck refund to a person, once for each refund at the provider and way of being stuck, and again when the provider
 * said something else in between: what is said each hour anew must not open a case that was closed.
 */
async function flagStuck(
  tx: Database,
  attempt: Attempt,
  refund: Refund,
  { id, state }: Told,
  now: Date,
): Promise<void> {
  const reason = `${REFUND_STUCK} (${state}${id === null ? '' : `, ${id}`})`
  const { all } = await listReviewReasons(tx, attempt.orderId)
  const hasMoved = refund.providerState !== null && refund.providerState !== state
  if (hasMoved || !all.includes(reason)) {
    await flagForReview(tx, attempt.orderId, reason, now)
  }
}

/** Keeps what the provider says of a refund; a stuck one is for a person to look at. */
export async function recordRefundState(
  { db, log, now, settings }: RefundDependencies,
  attempt: Attempt,
  refund: Refund,
  told: Told,
): Promise<void> {
  const next = BECOMES[told.state]
  const isStuck = next.attempt === 'refund_stuck'
  await transact(db, async (tx) => {
    // In the order of all locks: whoever settles this payment at the same time must neither deadlock with this nor
    // write an older state back over it.
    await lockOrdersWith(tx, attempt.orderId)
    await updateRefund(
      tx,
      refund.id,
      {
        state: next.refund,
        providerState: told.state,
        ...(told.id === null ? {} : { providerRefundId: told.id }),
        nextTryAt: next.watched ? new Date(now().getTime() + WATCH_MS) : null,
      },
      now(),
    )
    if (!isPartOf(attempt, refund)) await updateAttempt(tx, attempt.id, { state: next.attempt }, now())
    if (isStuck) await flagStuck(tx, attempt, refund, told, now())
  })
  const about = {
    refund: next.refund,
    payment: next.attempt,
    order: orderNumber(attempt.orderId),
    amountKobo: refund.amount,
    reference: logName(settings.appSecret, refund.reference),
  }
  if (isStuck) log.warn(about, 'refund needs attention')
  else if (refund.state !== next.refund) log.info(about, 'refund moved')
}
