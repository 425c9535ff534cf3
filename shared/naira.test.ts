import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import { formatNaira, koboFromNaira, nairaFromKobo } from './naira.ts'

test.each([
  [0, '₦0'],
  [999, '₦999'],
  [12_500, '₦12,500'],
  [1_000_000, '₦1,000,000'],
  [12_499.5, '₦12,499.50'],
  [0.05, '₦0.05'],
  [-500, '-₦500'],
])('%d is formatted as %s', { tags: ['9.1'] }, (naira, text) => {
  expect(formatNaira(naira)).toBe(text)
})

test('amounts are formatted as by Intl for Nigeria', () => {
  const whole = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 })
  const withKobo = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), (kobo) => {
      const naira = nairaFromKobo(kobo)
      const format = Number.isInteger(naira) ? whole : withKobo
      expect(formatNaira(naira)).toBe(`₦${format.format(naira)}`)
    }),
    SAME_CASES,
  )
})

test('kobo survive a round trip over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (kobo) => {
      expect(koboFromNaira(JSON.parse(JSON.stringify(nairaFromKobo(kobo))))).toBe(kobo)
    }),
    SAME_CASES,
  )
})

test.each([0.001, 10.005, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  '%d is not an amount in whole kobo',
  (naira) => {
    expect(() => koboFromNaira(naira)).toThrow(RangeError)
  },
)
