/** Why a buyer wants to send something back, as pages/returns.md tells them apart. */
export const RETURN_REASONS = [
  'does-not-fit',
  'changed-mind',
  'faulty',
  'wrong-item',
  'not-as-described',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export const RETURN_REASON_WORDS: Record<ReturnReason, string> = {
  'does-not-fit': 'It does not fit',
  'changed-mind': 'I changed my mind',
  faulty: 'It is faulty or damaged',
  'wrong-item': 'It is not what I ordered',
  'not-as-described': 'It is not as the page described it',
}

/** What a buyer gets for what comes back. */
export const RETURN_WISHES = ['refund', 'exchange'] as const
export type ReturnWish = (typeof RETURN_WISHES)[number]

export const RETURN_STATES = ['asked', 'approved', 'declined', 'received'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** From which states a request can come into each. What was approved and did not come as agreed can still be declined. */
export const RETURN_FROM: Record<Exclude<ReturnState, 'asked'>, readonly ReturnState[]> = {
  approved: ['asked'],
  declined: ['asked', 'approved'],
  received: ['approved'],
}

/** In which states it can be changed what the buyer gets. */
export const CHANGED_FROM: readonly ReturnState[] = ['approved', 'received']

/**
 * Of an exchange: its pieces are held until what comes back is here, then sold, to be packed; ended, they are on sale again, because
 * it did not come in time, was declined, or is paid back after all.
 */
export const EXCHANGE_STATES = ['held', 'due', 'ended'] as const
