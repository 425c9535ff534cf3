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

export const RETURN_STATES = ['asked', 'approved', 'declined', 'received'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** From which states a request can come into each. What was approved and did not come as agreed can still be declined. */
export const RETURN_FROM: Record<Exclude<ReturnState, 'asked'>, readonly ReturnState[]> = {
  approved: ['asked'],
  declined: ['asked', 'approved'],
  received: ['approved'],
}
