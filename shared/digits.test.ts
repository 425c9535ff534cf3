import { expect, test } from 'vitest'
import { asciiDigits, digitsOf } from './digits.ts'

test.each([
  ['٠٨٠٣١٢٣٤٥٦٧', '08031234567'],
  ['۰۸۰۳', '0803'],
  ['०८०३ १२३', '0803 123'],
  ['০১২৩৪৫৬৭৮৯', '0123456789'],
  ['０８０３', '0803'],
  ['𝟘𝟡𝟎𝟗𝟢𝟫', '090909'],
  ['߀߁߂', '012'],
  ['Ọjọ́ 12, ½ ²', 'Ọjọ́ 12, ½ ²'],
])('%s reads %s', (typed, digits) => {
  expect(asciiDigits(typed)).toBe(digits)
})

test('what is not a digit is dropped from a code', () => {
  expect(digitsOf('Code: १२३-４５٦.')).toBe('123456')
})
