import { extendedHoldEnd } from '#server/order/hold.ts'
import type { OrderIssue } from '#server/order/issue.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { type AttemptState, isGoingBack, isSettledOtherwise } from '../attempt-state.ts'
import type { Refund } from '../refund/refund-store.ts'
import type { Attempt } from '../store.ts'
import type { ProviderStatus } from './provider-status.ts'

/**
 * A start without a response after this long has crashed: its page never reached the payer. Longer than the provider's
 * timeout.
 */
export const START_CRASHED_MS = MINUTE_MS

export type Situation = {
  status: OrderStatus
  state: AttemptState
  createdAt: Date
  holdExpiresAt: Date | null
  /** Another order of the same checkout is paid. */
  siblingPaid: boolean
  /** Its buyer has been erased, so there is nobody to send goods to. */
  isErased: boolean
  /** We owe a full refund of this payment, or have made one. */
  hasRefund: boolean
  /** An issue was already opened because the requested payment arrived after a mismatch. */
  isIssueOpened: boolean
  /** An issue was already opened because nobody can tell whether it is paid. */
  isUnsettledKnown: boolean
}

export type Decision =
  /** Sells the held goods. */
  | { do: 'pay' }
  /** Takes the goods from the available stock, or refunds the payment if they are short. */
  | { do: 'pay-late' }
  | { do: 'refund'; reason: 'already-paid' | 'erased' }
  | { do: 'mismatch' }
  | { do: 'fail' }
  /** `isByShop`: somebody at the shop wants it, before the hold has ended. */
  | { do: 'cancel'; isByShop?: true }
  | { do: 'extend'; until: Date }
  | { do: 'reversed' }
  /** A payment that was reversed externally has succeeded again. */
  | { do: 'reinstate' }
  /** A person decides. */
  | { do: 'open-issue'; issue: PersonNeeded }
  | { do: 'nothing' }

/** The requested payment arrived after a mismatch; or nobody can tell whether it was paid. */
export type PersonNeeded = 'paid-after-mismatch' | 'unsettled'

/**
 * The decision table of payments: what a provider status means for an order, whatever its source. Pure; applied under the lock.
 */
export function decide(
  situation: Situation,
  providerStatus: ProviderStatus,
  now: Date,
  channels: readonly string[],
): Decision {
  const { status, state } = situation
  if (status === 'paid') return decidePaid(situation, providerStatus)
  const isSettled = isSettledOtherwise(state)
  const issue = personNeeded(situation, providerStatus)
  if (status === 'pending') {
    if (!isSettled && providerStatus.kind === 'success') {
      return situation.siblingPaid ? { do: 'refund', reason: 'already-paid' } : { do: 'pay' }
    }
    if (!isSettled && providerStatus.kind === 'mismatch') return { do: 'mismatch' }
    const next = decidePending(situation, providerStatus, now, channels)
    return next.do === 'nothing' && issue ? { do: 'open-issue', issue } : next
  }
  if (isSettled) {
    if (issue) return { do: 'open-issue', issue }
    return providerStatus.kind === 'reversed' && isGoingBack(state) ? { do: 'reversed' } : { do: 'nothing' }
  }
  if (providerStatus.kind === 'mismatch') return { do: 'mismatch' }
  if (issue) return { do: 'open-issue', issue }
  if (providerStatus.kind !== 'success') return { do: 'nothing' }
  if (situation.isErased) return { do: 'refund', reason: 'erased' }
  return situation.siblingPaid ? { do: 'refund', reason: 'already-paid' } : { do: 'pay-late' }
}

function personNeeded(
  { state, hasRefund, isIssueOpened, isUnsettledKnown }: Situation,
  { kind }: ProviderStatus,
): PersonNeeded | undefined {
  if (kind === 'unreadable') return isSettledOtherwise(state) || isUnsettledKnown ? undefined : 'unsettled'
  const isPaidAfter = kind === 'success' && state === 'mismatch' && !hasRefund && !isIssueOpened
  return isPaidAfter ? 'paid-after-mismatch' : undefined
}

/** Our own refunds also show as reversed: only an external reversal, or its undoing, is news. */
function decidePaid({ state, hasRefund }: Situation, providerStatus: ProviderStatus): Decision {
  if (providerStatus.kind === 'reversed' && !isSettledOtherwise(state)) return { do: 'reversed' }
  const wasReversed = state === 'refunded' && !hasRefund
  return providerStatus.kind === 'success' && wasReversed ? { do: 'reinstate' } : { do: 'nothing' }
}

/** A pending order without an acceptable success. */
function decidePending(
  situation: Situation,
  providerStatus: ProviderStatus,
  now: Date,
  channels: readonly string[],
): Decision {
  if (providerStatus.kind === 'failed' || providerStatus.kind === 'reversed') return { do: 'fail' }
  const hasCrashed =
    situation.state === 'created' && now.getTime() - situation.createdAt.getTime() >= START_CRASHED_MS
  if (hasCrashed) return { do: 'fail' }
  if (situation.holdExpiresAt !== null && now < situation.holdExpiresAt) return { do: 'nothing' }
  // A payment that was settled in another way cannot pay this order any more.
  const canStillPay = !isSettledOtherwise(situation.state)
  if (canStillPay && (providerStatus.kind === 'in-flight' || providerStatus.kind === 'unreachable')) {
    const until = extendedHoldEnd(situation, providerStatus.kind, now, channels)
    return until === null ? { do: 'cancel' } : { do: 'extend', until }
  }
  return { do: 'cancel' }
}

export type Standing = Pick<Situation, 'state' | 'hasRefund' | 'isIssueOpened' | 'isUnsettledKnown'>

/** The state of a payment by our records: our refunds of it, and the open and closed issues of its order. */
export function standingOf(
  attempt: Attempt,
  refunds: readonly Refund[],
  issues: readonly OrderIssue[],
): Standing {
  return {
    state: attempt.state,
    hasRefund: refunds.some(({ isWhole }) => isWhole),
    isIssueOpened: issues.some(({ kind }) => kind === 'paid-after-mismatch'),
    isUnsettledKnown: issues.some(({ kind }) => kind === 'unsettled'),
  }
}
