import { DAY_MS, HOUR_MS } from './duration.ts'

/** Lagos is an hour ahead of UTC all year round; it has had no daylight saving time since 1919. */
const LAGOS_AHEAD_MS = HOUR_MS
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * Calendar and clock in Lagos. Matches Intl, but does not use it: a browser takes 10 ms or more to create its first date
 * formatter, a cheap phone four times that, and the page that it is starting waits.
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

/** "20 November", by the date in Lagos. */
export function lagosDayOfYear(isoTime: string): string {
  const { day, month } = inLagos(isoTime)
  return `${day} ${month}`
}

/** "20 November 2026", by the date in Lagos. */
export function lagosDay(isoTime: string): string {
  return `${lagosDayOfYear(isoTime)} ${inLagos(isoTime).year}`
}

/** "November 20, 2026": the same date as written in the United States. */
export function lagosDayInUsEnglish(isoTime: string): string {
  const { day, month, year } = inLagos(isoTime)
  return `${month} ${day}, ${year}`
}

/** "20 November 2026 at 10:05" in Lagos. */
export function lagosMoment(isoTime: string): string {
  return `${lagosDay(isoTime)} at ${lagosClock(isoTime)}`
}

/** Days since 1 January 1970. */
export function lagosDayNumber(ms: number): number {
  return Math.floor((ms + LAGOS_AHEAD_MS) / DAY_MS)
}

/** The time at which a clock in Lagos shows this hour of a day, in ms since 1970. */
export function lagosHourMs(dayNumber: number, hour: number): number {
  return dayNumber * DAY_MS + hour * HOUR_MS - LAGOS_AHEAD_MS
}
