import { expect, test } from 'vitest'
import { refundMailData } from './order-refunded.ts'

test('a refund mail gives one of the reasons that a refund may have; without one of them it is not sent', () => {
  const given = (reason: unknown) => refundMailData.safeParse({ reason, amount: 100 }).success
  const reasons = ['already-paid', 'erased', 'out-of-stock', 'mismatch', 'owner']
  expect(reasons.filter((reason) => !given(reason))).toEqual([])
  expect(['', 'already paid', 'constructor', undefined].filter(given)).toEqual([])
})
