import { expect, test } from 'vitest'
import { normalPhone } from './payment.ts'

test.each([
  ['08031234567', '+2348031234567'],
  ['8031234567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  ['+2348031234567', '+2348031234567'],
  ['+234 (803) 123-4567', '+2348031234567'],
  ['0703.123.4567', '+2347031234567'],
  ['+44 20 7946 0958', '+442079460958'],
])('%s is the number %s', (typed, number) => {
  expect(normalPhone(typed)).toBe(number)
})

test.each(['', '0803123456', '080312345678', '06031234567', '+234', '0803 123 456x', '12345'])(
  '"%s" is no number to call',
  (typed) => {
    expect(normalPhone(typed)).toBeUndefined()
  },
)
