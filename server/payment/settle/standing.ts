import type { OrderIssue } from '#server/order/issue.ts'
import { isPartOf } from '../refund/refund.ts'
import type { Refund } from '../refund/refund-store.ts'
import type { Attempt } from '../store.ts'
import type { Situation } from './decision.ts'

export type Standing = Pick<Situation, 'state' | 'hasRefund' | 'isIssueOpened'>

/** The state of a payment by our records: our refund of it, and the open and closed issues of its order. */
export function standingOf(
  attempt: Attempt,
  refund: Refund | undefined,
  issues: readonly OrderIssue[],
): Standing {
  return {
    state: attempt.state,
    hasRefund: refund !== undefined && !isPartOf(attempt, refund),
    isIssueOpened: issues.some(({ kind }) => kind === 'paid-after-mismatch'),
  }
}
