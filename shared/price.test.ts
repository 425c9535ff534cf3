import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import { type DiscountRule, discountRule, isDiscountActive, salePriceKobo, shownPrice } from './price.ts'

const NOW = Date.parse('2026-11-20T09:00:00.000Z')
const fixed = (value: number, expiresAtMs: number | null = null): DiscountRule => ({
  type: 'fixed',
  value,
  expiresAtMs,
})
const percentage = (value: number, expiresAtMs: number | null = null): DiscountRule => ({
  type: 'percentage',
  value,
  expiresAtMs,
})

describe('the price rule', () => {
  test.each<[string, number, DiscountRule | null, number]>([
    ['no discount: the list price', 10_000, null, 10_000],
    ['fixed: less the amount', 10_000, fixed(2_500), 7_500],
    ['fixed above the price: 0, never below', 10_000, fixed(10_001), 0],
    ['percentage: less its share', 10_000, percentage(25_00), 7_500],
    ['a whole price off: 0', 10_000, percentage(100_00), 0],
    ['more than a whole price off: 0, never below', 10_000, percentage(150_00), 0],
    ['expired: the list price', 10_000, fixed(2_500, NOW - 1), 10_000],
    ['in its last millisecond: still off', 10_000, fixed(2_500, NOW), 7_500],
    ['half a kobo off counts as one', 1, percentage(50_00), 0],
    ['less than half a kobo off counts as none', 1, percentage(49_99), 1],
    ['33.33 % of 9.99 is 3.329667, so 3.33 off', 999, percentage(33_33), 666],
    ['12.5 % of 0.20 is 0.025, so 0.03 off', 20, percentage(12_50), 17],
  ])('%s', { tags: ['4.22', '5.34', '5.35', '5.36'] }, (_, list, discount, sale) => {
    expect(salePriceKobo(list, discount, NOW)).toBe(sale)
  })

  test('a sale price is whole kobo between 0 and the list price', { tags: ['5.38'] }, () => {
    const rule = fc.record({
      type: fc.constantFrom('fixed' as const, 'percentage' as const),
      value: fc.integer({ min: 0, max: 20_000 }),
      expiresAtMs: fc.option(fc.integer({ min: NOW - 5, max: NOW + 5 }), { nil: null }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), rule, (list, discount) => {
        const sale = salePriceKobo(list, discount, NOW)
        expect(Number.isSafeInteger(sale)).toBe(true)
        expect(sale).toBeGreaterThanOrEqual(0)
        expect(sale).toBeLessThanOrEqual(list)
      }),
      SAME_CASES,
    )
  })

  test('a percentage is exact to half a kobo, without floating-point errors', { tags: ['5.37'] }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.integer({ min: 0, max: 10_000 }), (list, share) => {
        const off = BigInt(list - salePriceKobo(list, percentage(share), NOW))
        const twiceTheError = 2n * (off * 10_000n - BigInt(list) * BigInt(share))
        expect(twiceTheError > -10_000n && twiceTheError <= 10_000n).toBe(true)
      }),
      SAME_CASES,
    )
  })
})

test('a discount without expiry never ends, and none is never active', { tags: ['4.21'] }, () => {
  expect(isDiscountActive({ expiresAtMs: null }, NOW)).toBe(true)
  expect(isDiscountActive(null, NOW)).toBe(false)
})

test('a discount from the wire is converted to kobo and hundredths of a percent', () => {
  expect(discountRule(null)).toBeNull()
  expect(discountRule({ type: 'fixed', amount: 19.99, expiresAt: null })).toEqual(fixed(1_999))
  // 1.1 × 100 is a little more than 110 in floating point, and 8.29 × 100 a little less than 829.
  expect(discountRule({ type: 'percentage', amount: 1.1, expiresAt: null })).toEqual(percentage(1_10))
  expect(discountRule({ type: 'percentage', amount: 8.29, expiresAt: null })).toEqual(percentage(8_29))
  expect(discountRule({ type: 'percentage', amount: 12.5, expiresAt: '2026-11-20T09:00:00.000Z' })).toEqual(
    percentage(12_50, NOW),
  )
})

test('the original price is shown only next to a lower one', () => {
  const product = (amount: number) => ({
    price: 100,
    discount: { type: 'percentage' as const, amount, expiresAt: null },
  })
  expect(shownPrice(product(25), NOW)).toEqual({ price: 75, original: 100 })
  expect(shownPrice(product(0), NOW)).toEqual({ price: 100, original: null })
  expect(shownPrice({ price: 99.99, discount: null }, NOW)).toEqual({ price: 99.99, original: null })
})
