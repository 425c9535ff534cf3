import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isErased } from '#server/order/erased.ts'
import { type OrderMailCause, queueOrderMail } from '#server/order/mail/order-mail.ts'
import { openCase, replaceCase } from '#server/order/review-store.ts'
import { endOrder, extendHold, listLines, type Order, type OrderLine } from '#server/order/store.ts'
import { StockShortError } from '#server/stock/move.ts'
import { moveStock } from '#server/stock/store.ts'
import { type AttemptState, isGoingBack, isSettledOtherwise } from './attempt-state.ts'
import { nextCheck } from './check-schedule.ts'
import type { Decision } from './decision.ts'
import type { ProviderTransaction } from './provider.ts'
import { isReversal, type Reading } from './reading.ts'
import { queueRefund, type RefundReason } from './refund.ts'
import { type Attempt, expireAttempt, type Payment, updateAttempt } from './store.ts'

export type SettleDependencies = Pick<
  Dependencies,
  'db' | 'jobs' | 'log' | 'metrics' | 'now' | 'provider' | 'settings' | 'stockAnnouncer'
>

export type SettleSource = 'redirect' | 'webhook' | 'reconciler' | 'start' | 'owner'

/** An order to work on; its checkout and all orders of that checkout are locked in `tx`. */
export type LockedWork = SettleDependencies & {
  tx: Database
  order: Order
  lines: readonly OrderLine[]
  attempt: Attempt
  siblings: readonly Order[]
  reading: Reading
  /** We owe a full refund of the payment, or have made one. */
  hasRefund: boolean
  source: SettleSource
}

/** The order after a decision was carried out, and the state that its payment now takes. */
type Outcome = { order: Order; state: AttemptState }

/**
 * Applies a decision to stock, order, attempt, refund and mail, all in the caller's transaction. Returns order and
 * attempt as they are then.
 */
export async function applyDecision(work: LockedWork, decision: Decision): Promise<Payment> {
  if (decision.do === 'pay') return payInTime(work)
  const outcome = await carryOut(work, decision)
  return { order: outcome.order, attempt: await recordAnswer(work, outcome) }
}

async function payInTime(work: LockedWork): Promise<Payment> {
  const { tx, order, lines } = work
  const asPaid: Outcome = { order: { ...order, status: 'paid', holdExpiresAt: null }, state: 'succeeded' }
  // The held goods are there in any case. Last, because other orders wait for the stock's rows.
  const [paid, attempt] = await Promise.all([
    becomePaid(work, { late: false }),
    recordAnswer(work, asPaid),
    moveStock(tx, 'sell', order.id, lines),
  ])
  return { order: paid.order, attempt }
}

async function carryOut(work: LockedWork, decision: Exclude<Decision, { do: 'pay' }>): Promise<Outcome> {
  const { tx, order, attempt } = work
  const stays: Outcome = { order, state: attempt.state }
  switch (decision.do) {
    case 'pay-late':
      return (await takeGoods(work))
        ? becomePaid(work, { late: true })
        : giveBack(work, stays, 'out-of-stock')
    case 'refund':
      return giveBack(
        work,
        order.status === 'pending' ? await end(work, 'cancelled') : stays,
        decision.reason,
      )
    case 'mismatch':
      return refuseMismatch(work, stays)
    case 'fail':
      return { ...(await end(work, 'failed')), state: stateOfFailure(work) }
    case 'cancel': {
      const ended = await end(work, 'cancelled')
      if (attempt.state !== 'started') return ended
      // A shopper who restarts the same checkout needs no mail about its lapsed first order.
      if (work.source !== 'start') await oweMail(work, { kind: 'order_cancelled' })
      return { ...ended, state: 'expired' }
    }
    case 'extend':
      return { ...stays, order: await extendHold(tx, order.id, decision.until, work.now()) }
    case 'reversed':
      if (order.status === 'paid') {
        await replaceCase(tx, order.id, 'reversal-undone', { kind: 'reversed' }, work.now())
      }
      return { ...stays, state: 'refunded' }
    case 'reinstate':
      await replaceCase(tx, order.id, 'reversed', { kind: 'reversal-undone' }, work.now())
      return { ...stays, state: 'succeeded' }
    case 'doubt':
      await openCase(tx, order.id, { kind: 'paid-after-mismatch' }, work.now())
      return stays
    case 'nothing':
      return stays
  }
}

async function becomePaid(work: LockedWork, { late }: { late: boolean }): Promise<Outcome> {
  const paidAt = transactionOf(work.reading)?.paidAt ?? work.now()
  const [order] = await Promise.all([
    endOrder(work.tx, work.order, { status: 'paid', paidAt, late }, work.now()),
    oweMail(work, { kind: 'order_confirmed' }),
  ])
  return { order, state: 'succeeded' }
}

/** Ends a pending order as unpaid and releases its hold. */
async function end(work: LockedWork, status: 'failed' | 'cancelled'): Promise<Outcome> {
  const { tx, order, lines, attempt, now } = work
  return { order: await endUnpaid(tx, order, lines, status, now()), state: attempt.state }
}

/** Ends a locked pending order, releases its hold and returns it. */
export async function releaseOrder(
  tx: Database,
  order: Order,
  status: 'failed' | 'cancelled',
  now: Date,
): Promise<Order> {
  return endUnpaid(tx, order, await listLines(tx, order.id), status, now)
}

async function endUnpaid(
  tx: Database,
  order: Order,
  lines: readonly OrderLine[],
  status: 'failed' | 'cancelled',
  now: Date,
): Promise<Order> {
  const [, ended] = await Promise.all([
    moveStock(tx, 'release', order.id, lines),
    endOrder(tx, order, { status }, now),
  ])
  return ended
}

/**
 * For a payment that arrives after its hold has ended: takes the goods from the available stock and from the hold of a
 * newer order of the same checkout, which is cancelled. Returns false, with nothing changed, if any item is short.
 */
async function takeGoods({ tx, order, lines, siblings, now }: LockedWork): Promise<boolean> {
  try {
    await tx.transaction(async (savepoint) => {
      for (const sibling of siblings.filter((candidate) => candidate.status === 'pending')) {
        await releaseOrder(savepoint, sibling, 'cancelled', now())
        await expireAttempt(savepoint, sibling.id, now())
      }
      await moveStock(savepoint, 'take', order.id, lines)
    })
    return true
  } catch (error) {
    if (error instanceof StockShortError) return false
    throw error
  }
}

/** Records a full refund, once; a job requests it from the provider. */
async function giveBack(work: LockedWork, stays: Outcome, reason: RefundReason): Promise<Outcome> {
  const { tx, attempt, jobs } = work
  const transaction = transactionOf(work.reading)
  if (transaction === undefined) throw new Error(`Attempt ${attempt.id}: no payment to give back`)
  const { amount, currency } = transaction
  await queueRefund(
    tx,
    jobs,
    { reference: attempt.reference, attemptId: attempt.id, amount, reason },
    work.now(),
  )
  const refund = { reason, ...(currency === attempt.currency ? { amount } : {}) }
  await oweMail(work, { kind: 'order_refunded', refund })
  return { ...stays, state: 'refund_due' }
}

/**
 * A success that differs from what we requested: flags the order for review, and refunds the money if it is ours to
 * return.
 */
async function refuseMismatch(work: LockedWork, stays: Outcome): Promise<Outcome> {
  const { tx, order, reading } = work
  if (reading.kind !== 'mismatch') throw new Error('Only a mismatch can be refused as one')
  await openCase(tx, order.id, { kind: 'mismatch', detail: reading.reason }, work.now())
  return reading.isOurMoney ? giveBack(work, stays, 'mismatch') : { ...stays, state: 'mismatch' }
}

/**
 * A payment that was reversed before we saw it succeed has only failed. The banks can return the money, and then the
 * payment can still succeed.
 */
function stateOfFailure({ reading: { kind }, attempt: { state } }: LockedWork): AttemptState {
  if (isSettledOtherwise(state)) return kind === 'reversed' && isGoingBack(state) ? 'refunded' : state
  return state === 'created' && kind !== 'failed' && kind !== 'reversed' ? 'start_unknown' : 'failed'
}

async function oweMail({ tx, jobs, order, attempt, now }: LockedWork, cause: OrderMailCause): Promise<void> {
  const { reference } = attempt
  await queueOrderMail(tx, jobs, { ...cause, orderId: order.id, recipient: order.email, reference }, now())
}

/** Stores the provider's answer and the time of the next check. */
async function recordAnswer(work: LockedWork, outcome: Outcome): Promise<Attempt> {
  const { tx, attempt, order, reading, now } = work
  const transaction = transactionOf(reading)
  // If the order became paid while this answer was in flight, the answer is outdated: keep what the receipt shows.
  const isOutdated = order.status === 'paid' && reading.kind !== 'success' && reading.kind !== 'reversed'
  return updateAttempt(
    tx,
    attempt.id,
    {
      state: outcome.state,
      ...(transaction?.reference === attempt.reference && !isOutdated ? told(transaction) : {}),
      // The provider keeps returning the customer's data after the shop has erased it.
      ...(isErased(order) || isOfAnother(order, transaction) ? { customer: null } : {}),
      nextCheckAt: nextLook(work, outcome),
    },
    now(),
  )
}

/** An order that was placed under an address that has been erased since has its buyer's own. */
function isOfAnother({ email }: { email: string }, transaction: ProviderTransaction | undefined): boolean {
  const customer = transaction?.customer
  return customer != null && customer.email.toLowerCase() !== email
}

const SOON_MS = 2 * 60_000

/**
 * Paid and refunded payments are not checked again, except when this answer may be older than the previous one, a
 * review case is still to be opened, a due check got no answer, or the payment was reversed externally and may succeed
 * again.
 */
function nextLook(work: LockedWork, { order: { status, holdExpiresAt }, state }: Outcome): Date | null {
  const { order, attempt, reading, hasRefund, now } = work
  const isPending = status === 'pending'
  const isReversed = isReversal(transactionOf(reading)?.status ?? attempt.providerStatus ?? '')
  const wasTakenBack = state === 'refunded' && isReversed && !hasRefund
  const isFinal = state === 'succeeded' || isSettledOtherwise(state)
  if (isPending || !isFinal || wasTakenBack) {
    return nextCheck({ createdAt: order.createdAt, isPending, holdExpiresAt, isReversed }, now())
  }
  const mayBeStale = state === 'succeeded' && isReversal(attempt.providerStatus ?? '')
  const isUntold = state === 'mismatch' && order.status === 'pending' && reading.kind === 'success'
  const isUnanswered = reading.kind === 'unreachable' && attempt.nextCheckAt !== null
  return mayBeStale || isUntold || isUnanswered ? new Date(now().getTime() + SOON_MS) : null
}

function told(transaction: ProviderTransaction) {
  return {
    providerStatus: transaction.status,
    providerTransactionId: transaction.id,
    channel: transaction.channel,
    customer: transaction.customer,
    paidAt: transaction.paidAt,
  }
}

function transactionOf(reading: Reading): ProviderTransaction | undefined {
  return 'transaction' in reading ? reading.transaction : undefined
}
