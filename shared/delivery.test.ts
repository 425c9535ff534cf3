import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shop } from '#shop.config'
import { SAME_CASES } from '#test/support/property.ts'
import { arrivalOf, arrivalWords, deliveryZone, nextCutOffMs } from './delivery.ts'
import { dayNumber, dayOf, isWorkingDay, nextWorkingDay, weekday } from './holiday.ts'
import { lagosDayNumber } from './lagos-time.ts'

const at = (lagosTime: string) => Date.parse(`${lagosTime}+01:00`)
const words = (lagosTime: string, zone: 'lagos' | 'nationwide', holidays: readonly string[] = []) =>
  arrivalWords(arrivalOf(at(lagosTime), zone, holidays))

describe('when an order arrives', () => {
  test.each([
    ['a Monday morning', '2026-11-23T08:00', 'Tue 24 Nov', 'Wed 25 – Mon 30 Nov'],
    ['the last moment before 12', '2026-11-23T11:59:59.999', 'Tue 24 Nov', 'Wed 25 – Mon 30 Nov'],
    ['the stroke of 12', '2026-11-23T12:00', 'Wed 25 Nov', 'Thu 26 Nov – Tue 1 Dec'],
    ['a Friday morning', '2026-11-27T09:00', 'Mon 30 Nov', 'Tue 1 – Fri 4 Dec'],
    ['a Friday afternoon', '2026-11-27T15:00', 'Tue 1 Dec', 'Wed 2 – Mon 7 Dec'],
    ['a Saturday morning', '2026-11-28T09:00', 'Tue 1 Dec', 'Wed 2 – Mon 7 Dec'],
    ['the eve of Christmas, before 12', '2026-12-24T11:00', 'Tue 29 Dec', 'Wed 30 Dec – Tue 5 Jan'],
    ['the eve of Christmas, after 12', '2026-12-24T13:00', 'Wed 30 Dec', 'Thu 31 Dec – Wed 6 Jan'],
    ['Christmas Day', '2026-12-25T09:00', 'Wed 30 Dec', 'Thu 31 Dec – Wed 6 Jan'],
    ['the Thursday before Easter', '2027-03-25T09:00', 'Tue 30 Mar', 'Wed 31 Mar – Mon 5 Apr'],
  ])('paid on %s', (_, paidAt, lagos, nationwide) => {
    expect(words(paidAt, 'lagos')).toBe(lagos)
    expect(words(paidAt, 'nationwide')).toBe(nationwide)
  })

  test('holidays that the owner names are not working days', () => {
    expect(words('2027-03-08T09:00', 'lagos', ['2027-03-09', '2027-03-10'])).toBe('Thu 11 Mar')
    expect(words('2027-03-09T09:00', 'lagos', ['2027-03-09', '2027-03-10'])).toBe('Fri 12 Mar')
  })

  const moment = fc.integer({ min: at('2024-01-01T00:00'), max: at('2035-12-31T00:00') })
  const zone = fc.constantFrom('lagos' as const, 'nationwide' as const)
  const holidays = shop.holidays

  /** Counted day by day, independently of the implementation. */
  const workingDaysBetween = (from: number, to: number) => {
    let count = 0
    for (let day = from + 1; day <= to; day += 1) if (isWorkingDay(day, holidays)) count += 1
    return count
  }

  test('both rules of the policy hold for any time of payment', { tags: ['9.24'] }, () => {
    fc.assert(
      fc.property(moment, (paidAt) => {
        const paidDay = lagosDayNumber(paidAt)
        const isBeforeNoon = new Date(paidAt + 3_600_000).getUTCHours() < 12
        const { first, last } = arrivalOf(paidAt, 'lagos', holidays)
        expect(first).toBe(last)
        const elapsed = workingDaysBetween(paidDay, dayNumber(last))
        expect(elapsed).toBe(isBeforeNoon && isWorkingDay(paidDay, holidays) ? 1 : 2)
        const far = arrivalOf(paidAt, 'nationwide', holidays)
        expect(workingDaysBetween(dayNumber(last), dayNumber(far.first))).toBe(1)
        expect(workingDaysBetween(dayNumber(last), dayNumber(far.last))).toBe(4)
      }),
      SAME_CASES,
    )
  })

  test('nothing arrives on a day off, and paying later never means arriving earlier', () => {
    fc.assert(
      fc.property(moment, moment, zone, (a, b, where) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)]
        const sooner = arrivalOf(early, where, holidays)
        const later = arrivalOf(late, where, holidays)
        expect(sooner.first <= later.first && sooner.last <= later.last).toBe(true)
        for (const day of [sooner.first, sooner.last]) {
          expect(isWorkingDay(dayNumber(day), holidays)).toBe(true)
        }
      }),
      SAME_CASES,
    )
  })

  test('an arrival stays the same until the cut-off and changes at it', { tags: ['9.24'] }, () => {
    fc.assert(
      fc.property(moment, zone, (now, where) => {
        const cutOff = nextCutOffMs(now, holidays)
        expect(cutOff).toBeGreaterThan(now)
        expect(arrivalOf(cutOff - 1, where, holidays)).toEqual(arrivalOf(now, where, holidays))
        expect(arrivalOf(cutOff, where, holidays).first > arrivalOf(now, where, holidays).first).toBe(true)
      }),
      SAME_CASES,
    )
  })
})

describe('working days', () => {
  test.each([
    ['2026-04-03', 'Good Friday'],
    ['2024-03-29', 'Good Friday in March'],
    ['2038-04-26', 'the latest Easter Monday there is'],
    ['2021-12-27', 'Christmas, which was a Saturday'],
    ['2021-12-28', 'Boxing Day, which was a Sunday'],
    ['2022-12-27', 'Christmas, which was a Sunday before Boxing Day'],
    ['2022-01-03', 'New Year, which was a Saturday'],
    ['2023-01-02', 'New Year, which was a Sunday'],
    ['2026-11-28', 'a Saturday'],
  ])('%s is off: %s', (day) => {
    expect(isWorkingDay(dayNumber(day), [])).toBe(false)
  })

  test('an ordinary year has its six fixed holidays and the two of Easter', () => {
    const days = Array.from({ length: 365 }, (_, index) => dayNumber('2025-01-01') + index)
    const off = days.filter((day) => !isWorkingDay(day, []) && weekday(day) % 6 !== 0)
    expect(off.map(dayOf)).toEqual([
      '2025-01-01',
      '2025-04-18',
      '2025-04-21',
      '2025-05-01',
      '2025-06-12',
      '2025-10-01',
      '2025-12-25',
      '2025-12-26',
    ])
  })

  test.each(['2027-03-28', '2028-04-16', '2035-03-25', '2049-04-18', '2076-04-19'])(
    'around Easter on %s only the Friday and the Monday are off',
    (easter) => {
      const around = [-4, -3, -2, 1, 2, 3].map((days) => dayNumber(easter) + days)
      expect(around.map((day) => isWorkingDay(day, []))).toEqual([true, true, false, false, true, true])
    },
  )

  test('days as strings and as numbers agree', () => {
    expect(dayOf(dayNumber('2028-02-29'))).toBe('2028-02-29')
    expect(weekday(dayNumber('2026-11-21'))).toBe(6)
    expect(dayOf(nextWorkingDay(dayNumber('2026-11-20'), []))).toBe('2026-11-23')
  })

  test('every holiday in the shop config is a valid day', () => {
    for (const day of shop.holidays) expect(dayOf(dayNumber(day))).toBe(day)
  })
})

test('a day in Lagos begins when the time zone says so', () => {
  const zoned = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' })
  for (const time of ['2026-01-01T22:59:59.999Z', '2026-01-01T23:00:00Z', '2026-07-01T23:30:00Z']) {
    expect(dayOf(lagosDayNumber(Date.parse(time)))).toBe(zoned.format(new Date(time)))
  }
})

test.each([
  ['Lagos: Yaba', 'Kano', 'nationwide'],
  ['Other states', 'Lagos', 'lagos'],
  ['Lekki', 'Lagos', 'lagos'],
  ['Lekki', undefined, 'nationwide'],
  ['LAGOS - Mainland', undefined, 'lagos'],
  ['Victoria Island, Lagos', '', 'lagos'],
  ['Outside Lagos', undefined, 'nationwide'],
  ['All states except Lagos', undefined, 'nationwide'],
  ['Abuja', undefined, 'nationwide'],
] as const)('%s with an address in %s: %s', (place, state, zone) => {
  expect(deliveryZone({ place }, state)).toBe(zone)
})

test('without an address the states of a place decide before its name', () => {
  expect(deliveryZone({ place: 'Lekki', states: ['Lagos'] })).toBe('lagos')
  expect(deliveryZone({ place: 'Lagos and Ogun', states: ['Lagos', 'Ogun'] })).toBe('nationwide')
  expect(deliveryZone({ place: 'Near Lagos', states: ['Ogun'] })).toBe('nationwide')
})
