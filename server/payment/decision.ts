import { extendedHoldEnd } from '#server/order/hold.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import { type AttemptState, isGoingBack, isSettledOtherwise } from './attempt-state.ts'
import type { Reading } from './reading.ts'

/** A start that has no answer after this long crashed: its page never reached the payer. Longer than the provider may take. */
export const START_CRASHED_MS = 60_000

export type Situation = {
  status: OrderStatus
  state: AttemptState
  createdAt: Date
  holdExpiresAt: Date | null
  /** Another order of the same checkout is paid. */
  siblingPaid: boolean
  /** Its buyer has been forgotten: goods could be sent to nobody. */
  isErased: boolean
  /** We owe all of this payment back, or have given it back. */
  hasRefund: boolean
  /** A person was told already that what was asked for came after something else had. */
  isDoubtTold: boolean
}

export type Decision =
  /** Held goods are sold. */
  | { do: 'pay' }
  /** Goods are taken from what is available, else the payment is refunded. */
  | { do: 'pay-late' }
  | { do: 'refund'; reason: 'already-paid' | 'erased' }
  | { do: 'mismatch' }
  | { do: 'fail' }
  | { do: 'cancel' }
  | { do: 'extend'; until: Date }
  | { do: 'reversed' }
  /** What others took back is here again. */
  | { do: 'reinstate' }
  /** What was asked for came after something else had: a person decides. */
  | { do: 'doubt' }
  | { do: 'nothing' }

/** The table of payments.md: what a reading means for an order, whoever brought it. Pure; applied under lock. */
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

/** Money that we give back ourselves shows as reversed too: only what others took back is news, and that it is here again. */
function decidePaid({ state, hasRefund }: Situation, reading: Reading): Decision {
  if (reading.kind === 'reversed' && !isSettledOtherwise(state)) return { do: 'reversed' }
  const wasTakenBack = state === 'refunded' && !hasRefund
  return reading.kind === 'success' && wasTakenBack ? { do: 'reinstate' } : { do: 'nothing' }
}

/** A pending order that no believable success has come for. */
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
  if (reading.kind === 'in-flight' || reading.kind === 'unreachable') {
    const until = extendedHoldEnd(situation, reading.kind, now, channels)
    return until === null ? { do: 'cancel' } : { do: 'extend', until }
  }
  return { do: 'cancel' }
}
