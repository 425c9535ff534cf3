import type { Situation } from './decision.ts'
import { isPartOf } from './refund.ts'
import { PAID_AFTER_MISMATCH } from './review-reason.ts'
import type { Attempt, Refund } from './store.ts'

export type Standing = Pick<Situation, 'state' | 'hasRefund' | 'isDoubtTold'>

/** The state of a payment by our records: our refund of it, and the open and closed reviews of its order. */
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
