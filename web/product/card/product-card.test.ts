import { expect, test } from 'vitest'
import { discountLabel } from './product-card.tsx'

test.each([
  ['percentage', 25, '-25%'],
  ['percentage', 12.5, '-12.5%'],
  ['fixed', 2_000, '-₦2,000'],
  ['fixed', 500.5, '-₦500.50'],
] as const)('a %s discount of %d reads "%s"', { tags: ['2.80', '2.81'] }, (type, amount, label) => {
  expect(discountLabel({ type, amount })).toBe(label)
})
