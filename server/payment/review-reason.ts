/*
 * Why an order needs review. Stored in needs_review and, once closed, in the audit log, and compared with those rows:
 * never change these texts.
 */
export const DISPUTED = 'the payment is disputed'
export const REVERSED = 'the payment was reversed'
export const MISMATCH = 'payment mismatch: '
export const REVERSAL_UNDONE = 'the reversed payment came back'
export const PAID_AFTER_MISMATCH = 'the payment came after a mismatch'
export const REFUND_STUCK = 'the refund is stuck'
export const EXTERNAL_REFUND = /^a refund was made at the provider \((.+)\)$/

/** A refund that the shop did not make: one case each. `id` is the provider's. */
export function externalRefundReason(id: string): string {
  return `a refund was made at the provider (${id})`
}
