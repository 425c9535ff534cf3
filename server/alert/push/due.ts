import { lagosDayNumber, lagosHourMs } from '#shared/lagos-time.ts'

const QUIET_FROM_HOUR = 22
const QUIET_UNTIL_HOUR = 7

/** When a device may ring: at once, or, from 22 to 7 by the clock in Lagos, at 7. What is urgent does not wait. */
export function pushDueAt(now: Date, { isUrgent }: { isUrgent: boolean }): Date {
  if (isUrgent) return now
  const ms = now.getTime()
  const day = lagosDayNumber(ms)
  const morning = lagosHourMs(day, QUIET_UNTIL_HOUR)
  if (ms < morning) return new Date(morning)
  return ms < lagosHourMs(day, QUIET_FROM_HOUR) ? now : new Date(lagosHourMs(day + 1, QUIET_UNTIL_HOUR))
}
