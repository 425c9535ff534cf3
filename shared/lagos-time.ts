const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})

/** "14:35" in Lagos. */
export function lagosClock(isoTime: string): string {
  return CLOCK.format(new Date(isoTime))
}

/** "20 November 2026", as the day is in Lagos. */
export function lagosDay(isoTime: string): string {
  return DAY.format(new Date(isoTime))
}

/** "20 November 2026 at 10:05" in Lagos. */
export function lagosMoment(isoTime: string): string {
  return MOMENT.format(new Date(isoTime))
}

const LAGOS_AHEAD_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** Lagos is an hour ahead of UTC all year round, with no summer time since 1919. Days are counted from 1 January 1970. */
export function lagosDayNumber(ms: number): number {
  return Math.floor((ms + LAGOS_AHEAD_MS) / DAY_MS)
}

/** The moment at which a clock in Lagos shows this hour of a day, in ms since 1970. */
export function lagosHourMs(dayNumber: number, hour: number): number {
  return dayNumber * DAY_MS + hour * 60 * 60_000 - LAGOS_AHEAD_MS
}
