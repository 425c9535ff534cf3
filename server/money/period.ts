import { DAY_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'

/** Days in Lagos, both included, such as 2026-11-20. */
export type Period = { since: string; until: string }

const DAYS_MAX = 366

/** Throws VALIDATION for a period that is upside down or longer than a year. */
export function checkPeriod({ since, until }: Period): void {
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS + 1
  if (days >= 1 && days <= DAYS_MAX) return
  const message = days < 1 ? 'The last day must not be before the first.' : 'A year at most, please.'
  throw new ShopError('VALIDATION', message, { fields: { until: message } })
}
