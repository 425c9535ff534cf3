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
