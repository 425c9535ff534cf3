import type { paymentAttempts } from '#server/db/schema.ts'

export type AttemptState = (typeof paymentAttempts.$inferSelect)['state']

/** The money goes back, or has gone. */
const MONEY_RETURNS = [
  'refund_due',
  'refund_sent',
  'refunded',
  'refund_stuck',
] as const satisfies AttemptState[]

/** Ours to give back, and the provider has not said yet how that ended. */
export function isGoingBack(state: AttemptState): boolean {
  return state === 'refund_due' || state === 'refund_sent'
}

/** No success can turn the order paid any more: the money goes back, or is a person's case. */
export const SETTLED_OTHERWISE = ['mismatch', ...MONEY_RETURNS] as const satisfies AttemptState[]

export function isSettledOtherwise(state: AttemptState): boolean {
  return SETTLED_OTHERWISE.some((settled) => settled === state)
}
