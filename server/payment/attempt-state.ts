import type { paymentAttempts } from '#server/db/schema/payment.ts'

export type AttemptState = (typeof paymentAttempts.$inferSelect)['state']

/** The money is being refunded or has been. */
const MONEY_RETURNS = [
  'refund_due',
  'refund_sent',
  'refunded',
  'refund_stuck',
] as const satisfies AttemptState[]

export function isMoneyReturned(state: AttemptState): boolean {
  return MONEY_RETURNS.some((returned) => returned === state)
}

/** A refund of ours whose outcome the provider has not reported yet. */
export function isGoingBack(state: AttemptState): boolean {
  return state === 'refund_due' || state === 'refund_sent'
}

/** A success can no longer make the order paid: the money is refunded, or it is an issue for a person. */
export const SETTLED_OTHERWISE = ['mismatch', ...MONEY_RETURNS] as const satisfies AttemptState[]

export function isSettledOtherwise(state: AttemptState): boolean {
  return SETTLED_OTHERWISE.some((settled) => settled === state)
}
