import { expect, test } from 'vitest'
import { feesKobo, nairaText } from './money.ts'

test.each([
  [5_000, 75],
  [249_999, 3_750],
  [250_000, 13_750],
  [500_000, 17_500],
  [5_000_000, 85_000],
  [20_000_000, 200_000],
])('the fee on %i kobo is %i', (amount, fee) => {
  expect(feesKobo(amount)).toBe(fee)
})

test('naira are written with both decimals', () => {
  expect(nairaText(1_250_005)).toBe('NGN 12,500.05')
})
