import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'

/** Minutes after its start at which a payment is looked at, then each 15. */
const FIRST_CHECKS_MIN = [2, 5, 10, 20, 30]
const EVERY_MIN = 15

/** After a payment's start. The provider repeats its events for 72 hours; a day more and nothing can come any longer. */
export const EVENTS_END_MS = 4 * 24 * HOUR_MS

/** Banks take up to 10 working days to send back what was reversed. */
const REVERSED_MS = 30 * 24 * HOUR_MS

/**
 * When to ask the provider again. A pending order also at the end of its hold; a failed or cancelled one, which a late
 * payment could still reach, each 15 minutes for 4 hours, hourly for a day, then every 6 hours up to 4 days;
 * one that was reversed daily up to 30.
 */
export function nextCheck(
  payment: { createdAt: Date; isPending: boolean; holdExpiresAt: Date | null; isReversed?: boolean },
  now: Date,
): Date | null {
  const ageMs = now.getTime() - payment.createdAt.getTime()
  if (!payment.isPending && ageMs >= EVENTS_END_MS) {
    return payment.isReversed === true && ageMs < REVERSED_MS ? new Date(now.getTime() + 24 * HOUR_MS) : null
  }
  const first = FIRST_CHECKS_MIN.find((minutes) => minutes * MINUTE_MS > ageMs)
  const due =
    first === undefined
      ? new Date(now.getTime() + stepMs(ageMs, payment.isPending))
      : new Date(payment.createdAt.getTime() + first * MINUTE_MS)
  const { holdExpiresAt } = payment
  return payment.isPending && holdExpiresAt !== null && holdExpiresAt > now && holdExpiresAt < due
    ? holdExpiresAt
    : due
}

function stepMs(ageMs: number, isPending: boolean): number {
  if (isPending || ageMs < 4 * HOUR_MS) return EVERY_MIN * MINUTE_MS
  return ageMs < 24 * HOUR_MS ? HOUR_MS : 6 * HOUR_MS
}
