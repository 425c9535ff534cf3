/**
 * Pauses between requests, in ms. The provider may wait for a bank for minutes: 20 requests a minute are allowed, we
 * make 6.
 */
const WHILE_IN_FLIGHT_MS = [2_000, 3_000, 5_000, 8_000, 10_000]
/** A payer who returns straight from the provider's page may be slightly ahead of the provider's own records. */
const JUST_RETURNED_MS = [1_000, 2_000, 4_000]
/** The shop, or the provider behind it, does not respond. */
const UNREACHABLE_MS = [2_000, 4_000, 8_000, 16_000]

/** The result of the last request about a payment. `unanswered`: the shop was reached but does not know. */
export type WaitReason = 'in-flight' | 'not-paid' | 'no-response' | 'unreachable'

/**
 * How long to wait before the next request after the nth result of this kind in a row (counted from 1); null when it is
 * time to stop. A payment in flight is polled for as long as the page is open.
 */
export function verifyPause(waitReason: WaitReason, times: number): number | null {
  if (waitReason === 'in-flight') return WHILE_IN_FLIGHT_MS[times - 1] ?? 10_000
  return (waitReason === 'not-paid' ? JUST_RETURNED_MS : UNREACHABLE_MS)[times - 1] ?? null
}
