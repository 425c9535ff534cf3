/*
 * Why a person must look at an order, as it is kept in needs_review and, once closed, in the audit log, and compared there:
 * words that have been written stay as they are.
 */
export const DISPUTED = 'the payment is disputed'
export const REVERSED = 'the payment was reversed'
export const MISMATCH = 'payment mismatch: '
export const REVERSAL_UNDONE = 'the reversed payment came back'
export const PAID_AFTER_MISMATCH = 'the payment came after a mismatch'
export const REFUND_STUCK = 'the refund is stuck'
export const OTHERS_REFUND = /^a refund was made at the provider \((.+)\)$/

/** Somebody else gave money back: one case for each such refund. `id` is the provider's. */
export function othersRefundReason(id: string): string {
  return `a refund was made at the provider (${id})`
}
