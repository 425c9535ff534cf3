import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import {
  lagosClock,
  lagosDay,
  lagosDayInUsEnglish,
  lagosDayNumber,
  lagosDayOfYear,
  lagosHourMs,
  lagosMoment,
} from './lagos-time.ts'

const timeZone = 'Africa/Lagos'

test('times are formatted as by Intl for Lagos', () => {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone })
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone })
  const dayInUsEnglish = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  const times = fc.date({
    min: new Date('1990-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(times, (at) => {
      const iso = at.toISOString()
      expect(lagosClock(iso)).toBe(clock.format(at))
      expect(lagosDayOfYear(iso)).toBe(dayOfYear.format(at))
      expect(lagosDay(iso)).toBe(day.format(at))
      expect(lagosDayInUsEnglish(iso)).toBe(dayInUsEnglish.format(at))
      expect(lagosMoment(iso)).toBe(`${day.format(at)} at ${clock.format(at)}`)
    }),
    SAME_CASES,
  )
})

test('a day begins at midnight in Lagos, an hour before it does in UTC', { tags: ['9.22'] }, () => {
  expect(lagosDayInUsEnglish('2026-03-09T12:00:00.000Z')).toBe('March 9, 2026')
  expect(lagosDayInUsEnglish('2026-12-31T23:30:00.000Z')).toBe('January 1, 2027')
  expect(lagosClock('2026-12-31T23:30:00.000Z')).toBe('00:30')
  const day = lagosDayNumber(Date.parse('2026-12-31T23:00:00.000Z'))
  expect(lagosDayNumber(Date.parse('2026-12-31T22:59:59.999Z'))).toBe(day - 1)
  expect(new Date(lagosHourMs(day, 12)).toISOString()).toBe('2027-01-01T11:00:00.000Z')
})
