import { extendedHoldEnd } from '#server/order/hold.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { type AttemptState, isGoingBack, isSettledOtherwise } from '../attempt-state.ts'
import type { Reading } from './reading.ts'

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
  /** A review was already opened because the requested payment arrived after a mismatch. */
  isDoubtTold: boolean
}

export type Decision =
  /** Sells the held goods. */
  | { do: 'pay' }
  /** Takes the goods from the available stock, or refunds the payment if they are short. */
  | { do: 'pay-late' }
  | { do: 'refund'; reason: 'already-paid' | 'erased' }
  | { do: 'mismatch' }
  | { do: 'fail' }
  | { do: 'cancel' }
  | { do: 'extend'; until: Date }
  | { do: 'reversed' }
  /** A payment that was reversed externally has succeeded again. */
  | { do: 'reinstate' }
  /** The requested payment arrived after a mismatch: a person decides. */
  | { do: 'doubt' }
  | { do: 'nothing' }

/**
 * The decision table of payments: what a provider status means for an order, whatever its source. Pure; applied under the lock.
 */
export function decide(
  situation: Situation,
  reading: Reading,
  now: Date,
  channels: readonly string[],
): Decision {
  const { status, state } = situation
  if (status === 'paid') return decidePaid(situation, reading)
  const isSettled = isSettledOtherwise(state)
  const isDoubtful =
    reading.kind === 'success' && state === 'mismatch' && !situation.hasRefund && !situation.isDoubtTold
  if (status === 'pending') {
    if (!isSettled && reading.kind === 'success') {
      return situation.siblingPaid ? { do: 'refund', reason: 'already-paid' } : { do: 'pay' }
    }
    if (!isSettled && reading.kind === 'mismatch') return { do: 'mismatch' }
    const next = decidePending(situation, reading, now, channels)
    return next.do === 'nothing' && isDoubtful ? { do: 'doubt' } : next
  }
  if (isSettled) {
    if (isDoubtful) return { do: 'doubt' }
    return reading.kind === 'reversed' && isGoingBack(state) ? { do: 'reversed' } : { do: 'nothing' }
  }
  if (reading.kind === 'mismatch') return { do: 'mismatch' }
  if (reading.kind !== 'success') return { do: 'nothing' }
  if (situation.isErased) return { do: 'refund', reason: 'erased' }
  return situation.siblingPaid ? { do: 'refund', reason: 'already-paid' } : { do: 'pay-late' }
}

/** Our own refunds also show as reversed: only an external reversal, or its undoing, is news. */
function decidePaid({ state, hasRefund }: Situation, reading: Reading): Decision {
  if (reading.kind === 'reversed' && !isSettledOtherwise(state)) return { do: 'reversed' }
  const wasTakenBack = state === 'refunded' && !hasRefund
  return reading.kind === 'success' && wasTakenBack ? { do: 'reinstate' } : { do: 'nothing' }
}

/** A pending order without an acceptable success. */
function decidePending(
  situation: Situation,
  reading: Reading,
  now: Date,
  channels: readonly string[],
): Decision {
  if (reading.kind === 'failed' || reading.kind === 'reversed') return { do: 'fail' }
  const hasCrashed =
    situation.state === 'created' && now.getTime() - situation.createdAt.getTime() >= START_CRASHED_MS
  if (hasCrashed) return { do: 'fail' }
  if (situation.holdExpiresAt !== null && now < situation.holdExpiresAt) return { do: 'nothing' }
  // A payment that was settled in another way cannot pay this order any more.
  const canStillPay = !isSettledOtherwise(situation.state)
  if (canStillPay && (reading.kind === 'in-flight' || reading.kind === 'unreachable')) {
    const until = extendedHoldEnd(situation, reading.kind, now, channels)
    return until === null ? { do: 'cancel' } : { do: 'extend', until }
  }
  return { do: 'cancel' }
}
