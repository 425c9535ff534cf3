import { DAY_MS } from './duration.ts'

const SUNDAY = 0
const SATURDAY = 6

/** A day as "2026-11-24". */
export type Day = string

/** Nigeria's public holidays on fixed dates: New Year, Workers', Democracy, Independence, Christmas, Boxing Day. */
const FIXED: readonly (readonly [month: number, day: number])[] = [
  [1, 1],
  [5, 1],
  [6, 12],
  [10, 1],
  [12, 25],
  [12, 26],
]

/** Days since 1 January 1970; NaN if it is not a day. */
export function dayNumber(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

/** `number` is days since 1 January 1970; throws a RangeError for NaN. */
export function dayOf(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** 0 is Sunday; `number` is days since 1 January 1970, here and below. */
export function weekday(number: number): number {
  return new Date(number * DAY_MS).getUTCDay()
}

const isWeekend = (number: number) => weekday(number) === SUNDAY || weekday(number) === SATURDAY

/**
 * Monday to Friday, except the public holidays and those in `more`: the ones that are announced, such as the Islamic
 * feasts.
 */
export function isWorkingDay(number: number, more: readonly Day[]): boolean {
  if (isWeekend(number)) return false
  return (
    !computedHolidays(new Date(number * DAY_MS).getUTCFullYear()).has(number) && !more.includes(dayOf(number))
  )
}

/** The first working day after a day. */
export function nextWorkingDay(number: number, more: readonly Day[]): number {
  let next = number + 1
  while (!isWorkingDay(next, more)) next += 1
  return next
}

/**
 * The holidays of a year that need no announcement. One that falls on a weekend moves to the next free weekday, as the
 * government has declared every year: Christmas 2021, a Saturday, to Monday, and Boxing Day to Tuesday.
 */
function computedHolidays(year: number): ReadonlySet<number> {
  const fixed = FIXED.map(([month, day]) => Date.UTC(year, month - 1, day) / DAY_MS)
  const easter = easterSunday(year)
  const holidays = new Set([...fixed, easter - 2, easter + 1])
  for (const day of fixed.filter(isWeekend)) {
    let moved = day + 1
    while (isWeekend(moved) || holidays.has(moved)) moved += 1
    holidays.add(moved)
  }
  return holidays
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1) / DAY_MS
}
