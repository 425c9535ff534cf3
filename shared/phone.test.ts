import { expect, test } from 'vitest'
import { normalPhone, phoneProblem } from './phone.ts'

test.each([
  ['08031234567', '+2348031234567'],
  ['+2348031234567', '+2348031234567'],
  ['+234 (0)803 123 4567', '+2348031234567'],
  ['+234 (0)1 271 8234', '+23412718234'],
  ['01 271 8234', '+23412718234'],
  ['084 123 456', '+23484123456'],
  ['02 241 1234', '+23422411234'],
  ['+44 20 7946 0958', '+442079460958'],
  ['0044 20 7946 0958', '+442079460958'],
  ['00234 803 123 4567', '+2348031234567'],
  ['0803\u2011123\u20134567', '+2348031234567'],
  ['\u202A+234 803 123 4567\u202C', '+2348031234567'],
  ['٠٨٠٣ ١٢٣ ٤٥٦٧', '+2348031234567'],
  ['+٤٤ २० 7946 0958', '+442079460958'],
])('%s is the number %s', (typed, number) => {
  expect(normalPhone(typed)).toBe(number)
  expect(phoneProblem(typed)).toBeUndefined()
})

const SHORT = 'This phone number is too short. A Nigerian one looks like 0803 123 4567'
const LONG = 'This phone number is too long. A Nigerian one looks like 0803 123 4567'
const DIGITS = 'Please enter one phone number, in digits only'

test.each([
  ['12', SHORT],
  ['0803123456', SHORT],
  ['0703123456', SHORT],
  ['+234', SHORT],
  ['+2', SHORT],
  ['080312345678', LONG],
  ['+234 803 123 45678', LONG],
  ['06031234567', 'No Nigerian phone number starts with 0603'],
  ['1234567890', 'No Nigerian phone number starts with 0123'],
  ['0803 123 456x', DIGITS],
  ['the shop next door, 0803 12345', DIGITS],
  ['0803 123 4567/0805 123 4567', DIGITS],
  ['+44 20', 'This phone number is too short'],
  ['+44 20 7946 0958 1234', 'This is not a phone number of any country'],
  ['+0803 123 4567', 'This is not a phone number of any country'],
  ['00', SHORT],
  ['008031234567', LONG],
])('%s is no phone number: %s', (typed, problem) => {
  expect(normalPhone(typed)).toBeUndefined()
  expect(phoneProblem(typed)).toBe(problem)
})

test('a blank is no number, and has no problem of its own', () => {
  expect([normalPhone(' '), phoneProblem(' ')]).toEqual([undefined, undefined])
})
