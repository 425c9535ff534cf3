import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'

const FREE_FAILURES = 5
const FIRST_DELAY_MS = 1_000
const LAST_DELAY_MS = 15 * MINUTE_MS
const LOCKED_AT_FAILURES = 100
export const FAILURES_KEPT_MS = 30 * DAY_MS

/** The wait after a failure before the next login: 0 for fewer than 5 failures in a row, then 1 s, doubling up to 15 min. */
export function loginDelayMs(failuresInARow: number): number {
  if (failuresInARow < FREE_FAILURES) return 0
  return Math.min(FIRST_DELAY_MS * 2 ** (failuresInARow - FREE_FAILURES), LAST_DELAY_MS)
}

/** After 100 failures in a row no password opens the account; a reset by e-mail does. */
export function isLockedByFailures(failuresInARow: number): boolean {
  return failuresInARow >= LOCKED_AT_FAILURES
}

/** Failures expire a month after the last one; those that lock the address never expire. */
export function areForgotten(failuresInARow: number, lastAt: Date, at: Date): boolean {
  return !isLockedByFailures(failuresInARow) && at.getTime() >= lastAt.getTime() + FAILURES_KEPT_MS
}
