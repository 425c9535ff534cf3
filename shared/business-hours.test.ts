import { expect, test } from 'vitest'
import { afterBusinessHours, businessHoursLeft } from './business-hours.ts'

const HOLIDAYS = ['2026-11-25']
const ms = (lagos: string) => Date.parse(`${lagos}:00+01:00`)

test.each([
  ['on a Monday at 9', '2026-11-16T09:00', '2026-11-17T17:00'],
  ['on a Monday at noon', '2026-11-16T12:00', '2026-11-18T12:00'],
  ['in the evening', '2026-11-16T20:00', '2026-11-18T17:00'],
  ['before the day begins', '2026-11-16T05:00', '2026-11-17T17:00'],
  ['on a Friday afternoon', '2026-11-20T15:00', '2026-11-24T15:00'],
  ['on a Saturday', '2026-11-21T11:00', '2026-11-24T17:00'],
  ['before a holiday', '2026-11-24T10:00', '2026-11-27T10:00'],
])('16 business hours that begin %s', (_, from, due) => {
  expect(new Date(afterBusinessHours(ms(from), 16, HOLIDAYS))).toEqual(new Date(ms(due)))
  expect(businessHoursLeft(ms(from), ms(due), HOLIDAYS)).toBe(16)
})

test.each([
  ['2026-11-16T09:00', 16],
  ['2026-11-16T09:01', 16],
  ['2026-11-16T10:00', 15],
  ['2026-11-16T23:00', 8],
  ['2026-11-17T16:59', 1],
  ['2026-11-17T17:00', 0],
  ['2026-11-18T09:00', 0],
])('at %s there are %i left until Tuesday at 17', (now, left) => {
  expect(businessHoursLeft(ms(now), ms('2026-11-17T17:00'), HOLIDAYS)).toBe(left)
})
