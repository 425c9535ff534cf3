import { HOUR_MS } from './duration.ts'
import { type Day, isWorkingDay } from './holiday.ts'
import { lagosDayNumber, lagosHourMs } from './lagos-time.ts'

/** Of a working day in Lagos: 8 hours, so that 16 are two days, as the provider counts them. */
const OPEN_HOUR = 9
const CLOSE_HOUR = 17

/** The working time of a day that lies after `fromMs`, in ms since 1970; none is left if it does not end after it begins. */
function openOn(day: number, fromMs: number, holidays: readonly Day[]): { from: number; until: number } {
  if (!isWorkingDay(day, holidays)) return { from: fromMs, until: fromMs }
  return { from: Math.max(fromMs, lagosHourMs(day, OPEN_HOUR)), until: lagosHourMs(day, CLOSE_HOUR) }
}

/** When so many business hours after `fromMs` are over, in ms since 1970. */
export function afterBusinessHours(fromMs: number, hours: number, holidays: readonly Day[]): number {
  let left = hours * HOUR_MS
  for (let day = lagosDayNumber(fromMs); ; day += 1) {
    const { from, until } = openOn(day, fromMs, holidays)
    if (until - from >= left) return from + left
    left -= Math.max(until - from, 0)
  }
}

/** The business hours between two times, begun ones counted; 0 once the second has passed. */
export function businessHoursLeft(nowMs: number, untilMs: number, holidays: readonly Day[]): number {
  let ms = 0
  for (let day = lagosDayNumber(nowMs); day <= lagosDayNumber(untilMs); day += 1) {
    const { from, until } = openOn(day, nowMs, holidays)
    ms += Math.max(Math.min(until, untilMs) - from, 0)
  }
  return Math.ceil(ms / HOUR_MS)
}
