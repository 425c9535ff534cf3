import type { Situation } from './decision.ts'
import { isPartOf } from './refund.ts'
import { PAID_AFTER_MISMATCH } from './review-reason.ts'
import type { Attempt, Refund } from './store.ts'

export type Standing = Pick<Situation, 'state' | 'hasRefund' | 'isDoubtTold'>

/** How a payment stands by our records: the refund that we owe of it, and the reviews that its order has or had. */
export function standingOf(
  attempt: Attempt,
  refund: Refund | undefined,
  reviewReasons: readonly string[],
): Standing {
  return {
    state: attempt.state,
    hasRefund: refund !== undefined && !isPartOf(attempt, refund),
    isDoubtTold: reviewReasons.includes(PAID_AFTER_MISMATCH),
  }
}
