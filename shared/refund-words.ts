/** Why a payment that bought nothing is returned. `owner`: a person at the shop decided so. */
export const REFUND_REASONS = ['already-paid', 'erased', 'out-of-stock', 'mismatch', 'owner'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Of a refund that the shop makes by itself: the same in the mail and on the page that the payer returns to. */
export const WHY_REFUNDED = {
  'already-paid': 'You had already paid for this checkout, so this second payment goes back to you.',
  'out-of-stock':
    'Your payment reached us after the time we could keep your items aside, and meanwhile they were sold.',
  mismatch: 'Your payment does not match what we asked for, so we cannot accept it.',
  erased: 'We could not accept this payment.',
} satisfies Record<Exclude<RefundReason, 'owner'>, string>

export const REFUND_TAKES = 'Banks usually take up to 10 working days.'
