import { type Day, dayNumber, dayOf } from '#shared/holiday.ts'
import { lagosDayNumber } from '#shared/lagos-time.ts'

/** Days in Lagos, both included. */
export type Period = { since: Day; until: Day }

/** What is asked for most, by name. */
export function periodsAt(nowMs: number): { label: string; period: Period }[] {
  const daysAgo = (days: number) => dayOf(lagosDayNumber(nowMs) - days)
  const today = daysAgo(0)
  const month = today.slice(0, 7)
  const lastOfPrevious = dayOf(dayNumber(`${month}-01`) - 1)
  return [
    { label: '7 days', period: { since: daysAgo(6), until: today } },
    { label: '30 days', period: { since: daysAgo(29), until: today } },
    { label: 'This month', period: { since: `${month}-01`, until: today } },
    { label: 'Last month', period: { since: `${lastOfPrevious.slice(0, 7)}-01`, until: lastOfPrevious } },
  ]
}
