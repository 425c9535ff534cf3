import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { lagosClock, lagosDayOfYear } from '#shared/lagos-time.ts'

/** A time as the shop tells it, in Lagos: 29 November, 08:12. */
export const timeText = (iso: string) => `${lagosDayOfYear(iso)}, ${lagosClock(iso)}`

/** How long ago it was, in a word: now, 12 min, 3 h, 2 d. */
export function ageText(iso: string, nowMs = Date.now()): string {
  const ageMs = nowMs - new Date(iso).getTime()
  if (ageMs < MINUTE_MS) return 'now'
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  return `${Math.floor(ageMs / DAY_MS)} d`
}

/** Of working days, as the provider counts. */
export const hoursText = (hours: number) =>
  hours === 0 ? 'its time is over' : `${hours} business ${hours === 1 ? 'hour' : 'hours'} left`
