import { raiseAlert } from '#server/alert/raise.ts'
import { alertOfGone } from '#server/alert/sold-out.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { NewIssue } from '#server/order/issue.ts'
import { openIssue, replaceIssue } from '#server/order/issue-store.ts'
import { dropCancelledMail, type OrderMailCause, queueOrderMail } from '#server/order/mail/order-mail.ts'
import { endOrder, listLines, moveHoldEnd, type Order, type OrderLine } from '#server/order/store.ts'
import { StockShortError } from '#server/stock/move.ts'
import type { StockKey } from '#server/stock/quantity.ts'
import { moveStock } from '#server/stock/store.ts'
import { countPieces } from '#shared/item-count.ts'
import type { RefundReason } from '#shared/refund-words.ts'
import { type AttemptState, isGoingBack, isSettledOtherwise } from '../attempt-state.ts'
import { queueRefund } from '../refund/refund.ts'
import { type Attempt, expireAttempt, type Payment } from '../store.ts'
import type { Decision, PersonNeeded } from './decision.ts'
import { type ProviderStatus, transactionOf } from './provider-status.ts'
import { type Outcome, recordResponse } from './record-response.ts'

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
  providerStatus: ProviderStatus
  /** We owe a full refund of the payment, or have made one. */
  hasRefund: boolean
  source: SettleSource
}

/**
 * Applies a decision to stock, order, attempt, refund and mail, all in the caller's transaction. Returns order and
 * attempt as they are then.
 */
export async function applyDecision(work: LockedWork, decision: Decision): Promise<Payment> {
  if (decision.do === 'pay') return payInTime(work)
  const outcome = await carryOut(work, decision)
  return { order: outcome.order, attempt: await recordResponse(work, outcome) }
}

async function payInTime(work: LockedWork): Promise<Payment> {
  const { tx, lines } = work
  const paid = await becomePaid(work, { late: false })
  const attempt = await recordResponse(work, paid)
  // The held goods are there in any case. Last, because other orders wait for the stock's rows.
  const gone = await moveStock(tx, 'sell', paid.order.id, lines)
  await alertOfGone(tx, work, paid.order.id, gone)
  return { order: paid.order, attempt }
}

async function carryOut(work: LockedWork, decision: Exclude<Decision, { do: 'pay' }>): Promise<Outcome> {
  const { tx, order, attempt } = work
  const stays: Outcome = { order, state: attempt.state }
  switch (decision.do) {
    case 'pay-late': {
      const claimed = await claimGoods(work)
      return claimed === undefined ? giveBack(work, stays, 'out-of-stock') : payLate(work, claimed.gone)
    }
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
      const { isByShop = false } = decision
      if (work.source !== 'start') await oweMail(work, { kind: 'order_cancelled', cancel: { isByShop } })
      return { ...ended, state: 'expired' }
    }
    case 'extend':
      return { ...stays, order: await moveHoldEnd(tx, order.id, decision.until, work.now()) }
    case 'reversed':
      if (order.status === 'paid') {
        await replaceIssue(tx, order.id, 'reversal-undone', { kind: 'reversed' }, work.now())
      }
      return { ...stays, state: 'refunded' }
    case 'reinstate':
      await replaceIssue(tx, order.id, 'reversed', { kind: 'reversal-undone' }, work.now())
      return { ...stays, state: 'succeeded' }
    case 'open-issue':
      await openIssue(tx, order.id, issueFor(decision.issue, work.providerStatus), work.now())
      return stays
    case 'nothing':
      return stays
  }
}

function issueFor(issue: PersonNeeded, providerStatus: ProviderStatus): NewIssue {
  if (issue === 'paid-after-mismatch') return { kind: issue }
  return { kind: issue, detail: providerStatus.kind === 'unreadable' ? providerStatus.why : '' }
}

async function payLate(work: LockedWork, gone: readonly StockKey[]): Promise<Outcome> {
  const paid = await becomePaid(work, { late: true })
  await alertOfGone(work.tx, work, paid.order.id, gone)
  return paid
}

async function becomePaid(work: LockedWork, { late }: { late: boolean }): Promise<Outcome> {
  const paidAt = transactionOf(work.providerStatus)?.paidAt ?? work.now()
  if (late) await dropCancelledMail(work.tx, work.order.id)
  const order = await endOrder(work.tx, work.order, { status: 'paid', paidAt, late }, work.now())
  await oweMail(work, { kind: 'order_confirmed' })
  const { id, total, shippingPlace: place } = order
  const units = countPieces(work.lines)
  await raiseAlert(work.tx, work, id, { kind: 'order-paid', orderId: id, total, units, place })
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
  await moveStock(tx, 'release', order.id, lines)
  return endOrder(tx, order, { status }, now)
}

/**
 * For a payment that arrives after its hold has ended: takes the goods from the available stock and from the hold of a
 * newer order of the same checkout, which is cancelled. Returns undefined, with nothing changed, if any item is short. `gone`: of
 * these it took the last piece.
 */
async function claimGoods({
  tx,
  order,
  lines,
  siblings,
  now,
}: LockedWork): Promise<{ gone: StockKey[] } | undefined> {
  try {
    return await tx.transaction(async (savepoint) => {
      for (const sibling of siblings.filter((candidate) => candidate.status === 'pending')) {
        await releaseOrder(savepoint, sibling, 'cancelled', now())
        await expireAttempt(savepoint, sibling.id, now())
      }
      return { gone: await moveStock(savepoint, 'take', order.id, lines) }
    })
  } catch (error) {
    if (error instanceof StockShortError) return undefined
    throw error
  }
}

/** Records a full refund, once; a job requests it from the provider. */
async function giveBack(work: LockedWork, stays: Outcome, reason: RefundReason): Promise<Outcome> {
  const { tx, attempt, jobs } = work
  const transaction = transactionOf(work.providerStatus)
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
  const { tx, order, providerStatus } = work
  if (providerStatus.kind !== 'mismatch') throw new Error('Only a mismatch can be refused as one')
  await openIssue(tx, order.id, { kind: 'mismatch', detail: providerStatus.reason }, work.now())
  return providerStatus.isOurMoney ? giveBack(work, stays, 'mismatch') : { ...stays, state: 'mismatch' }
}

/**
 * A payment that was reversed before we saw it succeed has only failed. The banks can return the money, and then the
 * payment can still succeed.
 */
function stateOfFailure({ providerStatus: { kind }, attempt: { state } }: LockedWork): AttemptState {
  if (isSettledOtherwise(state)) return kind === 'reversed' && isGoingBack(state) ? 'refunded' : state
  return state === 'created' && kind !== 'failed' && kind !== 'reversed' ? 'start_unknown' : 'failed'
}

async function oweMail({ tx, jobs, order, attempt, now }: LockedWork, cause: OrderMailCause): Promise<void> {
  const { reference } = attempt
  await queueOrderMail(tx, jobs, { ...cause, orderId: order.id, recipient: order.email, reference }, now())
}
