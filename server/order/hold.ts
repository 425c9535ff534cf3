import {
  HOLD_IN_FLIGHT_EXTRA_MS,
  HOLD_IN_FLIGHT_MAX_MS,
  HOLD_IN_FLIGHT_TRANSFER_MAX_MS,
  HOLD_MS,
  HOLD_UNREACHABLE_MAX_MS,
  HOLD_UNREACHABLE_RETRY_MS,
} from '#shared/limits.ts'

const SLOW_CHANNELS = new Set(['bank_transfer', 'ussd'])

export function firstHoldEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + HOLD_MS)
}

/**
 * The new end of an expired hold, or null if the goods must be released: 15 minutes more while the provider reports the
 * payment in flight (at most 2 hours in total, 8 if transfers are accepted), 5 while it is unreachable (at most 4 hours
 * in total). The maximum is measured from the first end of the hold.
 */
export function extendedHoldEnd(
  order: { createdAt: Date },
  why: 'in-flight' | 'unreachable',
  now: Date,
  channels: readonly string[],
): Date | null {
  const inFlightMaxMs = channels.some((channel) => SLOW_CHANNELS.has(channel))
    ? HOLD_IN_FLIGHT_TRANSFER_MAX_MS
    : HOLD_IN_FLIGHT_MAX_MS
  const [extraMs, maxMs] =
    why === 'in-flight'
      ? [HOLD_IN_FLIGHT_EXTRA_MS, inFlightMaxMs]
      : [HOLD_UNREACHABLE_RETRY_MS, HOLD_UNREACHABLE_MAX_MS]
  const lastEndMs = firstHoldEnd(order.createdAt).getTime() + maxMs
  if (now.getTime() >= lastEndMs) return null
  return new Date(Math.min(now.getTime() + extraMs, lastEndMs))
}
