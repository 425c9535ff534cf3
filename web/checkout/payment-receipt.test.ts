import { expect, test } from 'vitest'
import { paymentMethod } from './payment-receipt.tsx'

test.each([
  ['card', 'Card'],
  ['bank_transfer', 'Bank transfer'],
  ['ussd', 'USSD'],
  ['', 'Paystack'],
  [null, 'Paystack'],
])('channel %s reads "%s"', { tags: ['2.191'] }, (channel, words) => {
  expect(paymentMethod(channel)).toBe(words)
})
