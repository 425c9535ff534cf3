/** Pauses between questions, in ms. The provider may need minutes to hear from a bank: 20 questions a minute are allowed, we ask 6. */
const WHILE_IN_FLIGHT_MS = [2_000, 3_000, 5_000, 8_000, 10_000]
/** A payer who comes straight from the provider's page may be ahead of the provider's own books by a moment. */
const JUST_RETURNED_MS = [1_000, 2_000, 4_000]
/** The shop, or the provider behind it. */
const UNREACHABLE_MS = [2_000, 4_000, 8_000, 16_000]

/** What the last question about a payment came to. `unanswered`: the shop was reached, and could not say. */
export type Heard = 'in-flight' | 'not-paid' | 'unanswered' | 'unreachable'

/**
 * How long to wait before asking again after the nth answer of this kind in a row (counted from 1); null when it is
 * time to stop. A payment in flight is asked for as long as the page is open.
 */
export function verifyPause(heard: Heard, times: number): number | null {
  if (heard === 'in-flight') return WHILE_IN_FLIGHT_MS[times - 1] ?? 10_000
  return (heard === 'not-paid' ? JUST_RETURNED_MS : UNREACHABLE_MS)[times - 1] ?? null
}
