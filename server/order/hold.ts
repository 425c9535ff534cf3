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
 * When a hold that has run out ends instead, or null when the goods must go back: 15 minutes more while the provider
 * says that the payment is being made (2 hours more at most, 8 where transfers are taken), 5 while it cannot be
 * reached (4 hours at most). The most is counted from the hold's first end.
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
