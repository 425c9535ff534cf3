import { DAY_MS } from './duration.ts'

/** Lagos is an hour ahead of UTC all year round, with no summer time since 1919. */
const LAGOS_AHEAD_MS = 60 * 60_000
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * What a calendar and a clock in Lagos show. As Intl would say, but without it: a browser takes 10 ms and more to make its first
 * formatter of dates, a cheap phone four times that, while the page it starts waits.
 */
function inLagos(isoTime: string) {
  const at = new Date(Date.parse(isoTime) + LAGOS_AHEAD_MS)
  return {
    day: at.getUTCDate(),
    month: MONTHS[at.getUTCMonth()],
    year: at.getUTCFullYear(),
    clock: at.toISOString().slice(11, 16),
  }
}

/** "14:35" in Lagos. */
export function lagosClock(isoTime: string): string {
  return inLagos(isoTime).clock
}

/** "20 November", as the day is in Lagos. */
export function lagosDayOfYear(isoTime: string): string {
  const { day, month } = inLagos(isoTime)
  return `${day} ${month}`
}

/** "20 November 2026", as the day is in Lagos. */
export function lagosDay(isoTime: string): string {
  return `${lagosDayOfYear(isoTime)} ${inLagos(isoTime).year}`
}

/** "November 20, 2026": the same day, as it is written in the United States. */
export function lagosDayInUsEnglish(isoTime: string): string {
  const { day, month, year } = inLagos(isoTime)
  return `${month} ${day}, ${year}`
}

/** "20 November 2026 at 10:05" in Lagos. */
export function lagosMoment(isoTime: string): string {
  return `${lagosDay(isoTime)} at ${lagosClock(isoTime)}`
}

/** Days are counted from 1 January 1970. */
export function lagosDayNumber(ms: number): number {
  return Math.floor((ms + LAGOS_AHEAD_MS) / DAY_MS)
}

/** The moment at which a clock in Lagos shows this hour of a day, in ms since 1970. */
export function lagosHourMs(dayNumber: number, hour: number): number {
  return dayNumber * DAY_MS + hour * 60 * 60_000 - LAGOS_AHEAD_MS
}
