import { expect, test } from 'vitest'
import { feesKobo } from './charge.ts'

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
