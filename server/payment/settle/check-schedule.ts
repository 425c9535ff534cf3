import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'

/** Minutes after its start at which a payment is checked; after that, every 15. */
const FIRST_CHECKS_MIN = [2, 5, 10, 20, 30]
const EVERY_MIN = 15

/**
 * Measured from a payment's start. The provider retries its events for 72 hours, so the events of a page that is paid within a
 * day of its opening have arrived by then. Later payments are found by the weekly comparison of the provider's successes.
 */
export const EVENTS_END_MS = 4 * DAY_MS

/** Banks take up to 10 working days to return what was reversed. */
const REVERSED_MS = 30 * DAY_MS

/**
 * When to verify a payment next. Pending orders are also checked at the end of their hold. Failed and cancelled orders,
 * which a late payment can still reach, are checked every 15 minutes for 4 hours, hourly for a day, then every 6 hours
 * for up to 4 days; reversed payments daily for up to 30 days after the reversal.
 */
export function nextCheck(
  payment: { createdAt: Date; isPending: boolean; holdExpiresAt: Date | null; reversedSince?: Date },
  now: Date,
): Date | null {
  const ageMs = now.getTime() - payment.createdAt.getTime()
  if (!payment.isPending && ageMs >= EVENTS_END_MS) {
    const { reversedSince } = payment
    const isReturning = reversedSince !== undefined && now.getTime() - reversedSince.getTime() < REVERSED_MS
    return isReturning ? new Date(now.getTime() + DAY_MS) : null
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
  return ageMs < DAY_MS ? HOUR_MS : 6 * HOUR_MS
}
