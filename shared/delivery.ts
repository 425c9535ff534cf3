import type { Arrival } from './contract/order.ts'
import { type Day, dayNumber, dayOf, isWorkingDay, nextWorkingDay, weekday } from './holiday.ts'
import { lagosDayNumber, lagosHourMs } from './lagos-time.ts'

export type DeliveryZone = 'lagos' | 'nationwide'

/** 12 PM in Lagos: an order paid before goes out on the same working day, an order paid at or after it on the next. */
const CUT_OFF_HOUR = 12
const NATIONWIDE_FIRST = 2
const NATIONWIDE_LAST = 5

/**
 * When an order arrives whose payment is confirmed at `paidAtMs`, by the shop's shipping policy.
 *
 * It is dispatched on the day it is paid if that is a working day and it is not yet 12 PM in Lagos, otherwise on the next
 * working day: "within 1 working day after payment confirmation". Lagos receives it 1 working day after dispatch, so an
 * order paid before 12 PM arrives the next business day; the rest of the country receives it 2 to 5 working days after
 * dispatch. A payment on a weekend or a holiday counts as made when the shop next opens. `holidays` are those that
 * `isWorkingDay` cannot compute.
 */
export function arrivalOf(paidAtMs: number, zone: DeliveryZone, holidays: readonly Day[]): Arrival {
  const dispatched = dispatchDay(paidAtMs, holidays)
  const after = (workingDays: number) => {
    let day = dispatched
    for (let counted = 0; counted < workingDays; counted += 1) day = nextWorkingDay(day, holidays)
    return dayOf(day)
  }
  if (zone === 'lagos') return { first: after(1), last: after(1) }
  return { first: after(NATIONWIDE_FIRST), last: after(NATIONWIDE_LAST) }
}

/** The day on which an order goes out whose payment is confirmed at `paidAtMs`, by the same policy. */
export function dispatchOf(paidAtMs: number, holidays: readonly Day[]): Day {
  return dayOf(dispatchDay(paidAtMs, holidays))
}

function dispatchDay(paidAtMs: number, holidays: readonly Day[]): number {
  const day = lagosDayNumber(paidAtMs)
  const isInTime = isWorkingDay(day, holidays) && paidAtMs < lagosHourMs(day, CUT_OFF_HOUR)
  return isInTime ? day : nextWorkingDay(day, holidays)
}

/** The next time, in ms, from which a payment arrives later than one made at `atMs`. */
export function nextCutOffMs(atMs: number, holidays: readonly Day[]): number {
  return lagosHourMs(dispatchDay(atMs, holidays), CUT_OFF_HOUR)
}

const IS_ELSEWHERE = /\b(outside|except|excluding|beyond|not|without|other states|nationwide|interstate)\b/i
const IS_LAGOS = /\blagos\b/i

/**
 * Which of the policy's two speeds applies: that of the address. Before there is one, that of the delivery place: by its
 * states or, without any, by its name, as "Lagos: Yaba" and "Victoria Island, Lagos" are Lagos, and "Outside Lagos" and
 * "Other states" are not. Where nothing says so, the slower speed is promised.
 */
export function deliveryZone({ place, states = [] }: Place, state = ''): DeliveryZone {
  const known = state === '' ? states : [state]
  const isLagos =
    known.length > 0
      ? known.every((name) => name === 'Lagos')
      : IS_LAGOS.test(place) && !IS_ELSEWHERE.test(place)
  return isLagos ? 'lagos' : 'nationwide'
}
type Place = { place: string; states?: readonly string[] }

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/**
 * "Tue 24 Nov", "Tue 24 – Fri 27 Nov", "Mon 30 Nov – Thu 3 Dec". Does not use Intl, whose abbreviations differ between
 * browsers.
 */
export function arrivalWords({ first, last }: Arrival): string {
  if (first === last) return `${dayWords(last)} ${monthWord(last)}`
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  const from = isOneMonth ? dayWords(first) : `${dayWords(first)} ${monthWord(first)}`
  return `${from} – ${dayWords(last)} ${monthWord(last)}`
}

/** "Tue 24 Nov". */
export const dayText = (day: Day) => `${dayWords(day)} ${monthWord(day)}`

const dayWords = (day: Day) => `${WEEKDAYS[weekday(dayNumber(day))]} ${Number(day.slice(8))}`
const monthWord = (day: Day) => MONTHS[Number(day.slice(5, 7)) - 1]
