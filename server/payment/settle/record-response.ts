import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/db/connection.ts'
import { isErased } from '#server/order/erased.ts'
import type { Order } from '#server/order/store.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import type { Kobo } from '#shared/naira.ts'
import { type AttemptState, isSettledOtherwise } from '../attempt-state.ts'
import type { PaymentProvider, ProviderTransaction } from '../provider.ts'
import { type Attempt, postponeCheck, updateAttempt } from '../store.ts'
import { nextCheck } from './check-schedule.ts'
import { isReversal, type ProviderStatus, transactionOf } from './provider-status.ts'

/** A payment as it was when the provider's response about it arrived. `hasRefund`: we owe a full refund, or have made one. */
type CheckedPayment = {
  order: Order
  attempt: Attempt
  providerStatus: ProviderStatus
  hasRefund: boolean
  provider: Pick<PaymentProvider, 'statusOf'>
  now: () => Date
}

/** The order after a decision was carried out, and the state that its payment now takes. */
export type Outcome = { order: Order; state: AttemptState }

/**
 * For a response that changes neither order nor payment, as most about an unfinished payment do: sets only the time of
 * the next check. No lock is needed, since it does so only while the payment is in the state in which it was read.
 * Returns the attempt; undefined if there is something to store, or the state has changed since.
 */
export async function postponeUnlessNews(
  db: Database,
  checked: CheckedPayment,
): Promise<Attempt | undefined> {
  const { order, attempt, providerStatus } = checked
  const transaction = transactionOf(providerStatus)
  const isFinal = attempt.state === 'succeeded' || isSettledOtherwise(attempt.state)
  if (isFinal || (transaction && isNews(attempt, transaction))) return undefined
  const nextCheckAt = nextCheckOf(checked, { order, state: attempt.state })
  return nextCheckAt === null ? undefined : postponeCheck(db, attempt, nextCheckAt)
}

function isNews(attempt: Attempt, transaction: ProviderTransaction): boolean {
  const { providerStatus, providerTransactionId, channel, customer, paidAt, fees } = attempt
  const known = { providerStatus, providerTransactionId, channel, customer, paidAt, fees }
  const reported = reportedFields(attempt, transaction)
  return transaction.reference !== attempt.reference || !isDeepStrictEqual(reported, known)
}

/** Stores the provider's response and the time of the next check. */
export async function recordResponse(
  checked: CheckedPayment & { tx: Database },
  outcome: Outcome,
): Promise<Attempt> {
  const { tx, attempt, order, providerStatus, now } = checked
  const transaction = transactionOf(providerStatus)
  // If the order became paid while this response was in flight, the response is outdated: what the receipt shows stays.
  const isOutdated =
    order.status === 'paid' && providerStatus.kind !== 'success' && providerStatus.kind !== 'reversed'
  return updateAttempt(
    tx,
    attempt.id,
    {
      state: outcome.state,
      ...(transaction?.reference === attempt.reference && !isOutdated
        ? reportedFields(attempt, transaction)
        : {}),
      // The provider still returns the customer's data after the shop has erased it.
      ...(isErased(order) || isOfAnother(order, transaction) ? { customer: null } : {}),
      nextCheckAt: nextCheckOf(checked, outcome),
    },
    now(),
  )
}

/** An order that was placed under an address that has been erased since has its buyer's own. */
function isOfAnother({ email }: { email: string }, transaction: ProviderTransaction | undefined): boolean {
  const customer = transaction?.customer
  return customer != null && customer.email.toLowerCase() !== email
}

const SOON_MS = 2 * MINUTE_MS

/**
 * Paid and refunded payments are not checked again, except when this response may be older than the previous one, an
 * issue is still to be opened, or the payment was reversed externally and may succeed again. A due check without a
 * response is never the last one.
 */
function nextCheckOf(
  checked: CheckedPayment,
  { order: { status, holdExpiresAt }, state }: Outcome,
): Date | null {
  const { order, attempt, providerStatus, hasRefund, provider, now } = checked
  const stored = attempt.providerStatus === null ? undefined : provider.statusOf(attempt.providerStatus)
  const isPending = status === 'pending'
  const isReversed = isReversal(transactionOf(providerStatus)?.status ?? stored)
  const wasReversed = state === 'refunded' && isReversed && !hasRefund
  const isFinal = state === 'succeeded' || isSettledOtherwise(state)
  const isUnreachable = providerStatus.kind === 'unreachable' && attempt.nextCheckAt !== null
  const soon = new Date(now().getTime() + SOON_MS)
  if (isPending || !isFinal || wasReversed) {
    const reversedSince = state === attempt.state ? attempt.updatedAt : now()
    const since = isReversed ? { reversedSince } : {}
    const next = nextCheck({ createdAt: order.createdAt, isPending, holdExpiresAt, ...since }, now())
    return next ?? (isUnreachable ? soon : null)
  }
  const mayBeStale = state === 'succeeded' && isReversal(stored)
  const isIssueDue = state === 'mismatch' && order.status === 'pending' && providerStatus.kind === 'success'
  return mayBeStale || isIssueDue || isUnreachable ? soon : null
}

function reportedFields(attempt: Attempt, transaction: ProviderTransaction) {
  return {
    providerStatus: transaction.word,
    providerTransactionId: transaction.id,
    channel: transaction.channel,
    customer: transaction.customer,
    paidAt: transaction.paidAt,
    fees: ownFees(attempt, transaction) ?? attempt.fees,
  }
}

/** What the provider keeps of the money: nothing where the payer has borne its fee beside the amount. */
function ownFees({ amount }: Attempt, transaction: ProviderTransaction): Kobo | null {
  const { fees } = transaction
  return fees !== null && transaction.amount === amount + fees ? 0 : fees
}
