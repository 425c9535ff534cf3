import { extendedHoldEnd } from '#server/order/hold.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import { type AttemptState, isSettledOtherwise, MONEY_RETURNS } from './attempt-state.ts'
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
}

export type Decision =
  /** Held goods are sold. */
  | { do: 'pay' }
  /** Goods are taken from what is available, else the payment is refunded. */
  | { do: 'pay-late' }
  | { do: 'refund'; reason: 'already-paid' }
  | { do: 'mismatch' }
  | { do: 'fail' }
  | { do: 'cancel' }
  | { do: 'extend'; until: Date }
  | { do: 'reversed' }
  | { do: 'nothing' }

/** The table of payments.md: what a reading means for an order, whoever brought it. Pure; applied under lock. */
export function decide(
  situation: Situation,
  reading: Reading,
  now: Date,
  channels: readonly string[],
): Decision {
  const { status, state } = situation
  // Money that we give back ourselves shows as reversed too: only what others took back is news.
  const isNews = !MONEY_RETURNS.some((returns) => returns === state)
  if (status === 'paid') return reading.kind === 'reversed' && isNews ? { do: 'reversed' } : { do: 'nothing' }
  const isSettled = isSettledOtherwise(state)
  if (status === 'pending') {
    if (!isSettled && reading.kind === 'success') {
      return situation.siblingPaid ? { do: 'refund', reason: 'already-paid' } : { do: 'pay' }
    }
    if (!isSettled && reading.kind === 'mismatch') return { do: 'mismatch' }
    return decidePending(situation, reading, now, channels)
  }
  if (isSettled) {
    const isOurRefund = state !== 'mismatch' && state !== 'refunded'
    return reading.kind === 'reversed' && isOurRefund ? { do: 'reversed' } : { do: 'nothing' }
  }
  if (reading.kind === 'mismatch') return { do: 'mismatch' }
  if (reading.kind !== 'success') return { do: 'nothing' }
  return situation.siblingPaid ? { do: 'refund', reason: 'already-paid' } : { do: 'pay-late' }
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
