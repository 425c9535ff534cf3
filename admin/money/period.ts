import { DAY_MS, HOUR_MS } from '#shared/duration.ts'

/** Days in Lagos, both included. */
export type Period = { since: string; until: string }

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** What is asked for most, by name; Lagos is an hour ahead. */
export function periodsAt(nowMs: number): { label: string; period: Period }[] {
  const today = dayOf(nowMs + HOUR_MS)
  const daysAgo = (days: number) => dayOf(Date.parse(today) - days * DAY_MS)
  const month = today.slice(0, 7)
  const lastOfPrevious = dayOf(Date.parse(`${month}-01`) - DAY_MS)
  return [
    { label: '7 days', period: { since: daysAgo(6), until: today } },
    { label: '30 days', period: { since: daysAgo(29), until: today } },
    { label: 'This month', period: { since: `${month}-01`, until: today } },
    { label: 'Last month', period: { since: `${lastOfPrevious.slice(0, 7)}-01`, until: lastOfPrevious } },
  ]
}
