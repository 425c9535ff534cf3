import { describe, expect, test } from 'vitest'
import { statusOf } from '../paystack/wire.ts'
import type { ProviderTransaction } from '../provider.ts'
import { readVerification } from './provider-status.ts'

const EXPECTED = { reference: 'jara-1', amount: 1_250_000, currency: 'NGN', mode: 'live' } as const
const HONEST: ProviderTransaction = {
  id: '1',
  status: 'success',
  word: 'success',
  reference: 'jara-1',
  domain: 'live',
  currency: 'NGN',
  amount: 1_250_000,
  requestedAmount: 1_250_000,
  fees: 28_750,
  channel: 'card',
  paidAt: new Date(0),
  customer: null,
}
const read = (change: Partial<ProviderTransaction>) =>
  readVerification({ kind: 'known', transaction: { ...HONEST, ...change } }, EXPECTED)

test('the requested amount, paid to the kobo, is a success', () => {
  expect(read({}).kind).toBe('success')
})

test('a payer who bears the fee pays our total and exactly the fee', () => {
  expect(read({ amount: 1_278_750 }).kind).toBe('success')
})

describe('a success that differs from our request is refused', () => {
  test.each<[string, Partial<ProviderTransaction>]>([
    ['another payment', { reference: 'jara-2' }],
    ['our reference in another letter case', { reference: 'JARA-1' }],
    ['test money in a live shop', { domain: 'test' }],
    ['no domain', { domain: '' }],
    ['cedis', { currency: 'GHS' }],
    ['dollars', { currency: 'USD' }],
    ['lower-case naira', { currency: 'ngn' }],
    ['one kobo short', { amount: 1_249_999, requestedAmount: 1_249_999 }],
    ['one kobo short of what was asked', { amount: 1_249_999 }],
    ['the smallest charge for a large order', { amount: 5_000, requestedAmount: 5_000 }],
    ['naira mistaken for kobo', { amount: 12_500, requestedAmount: 12_500 }],
    ['another request, our total with its fee', { amount: 1_250_000, requestedAmount: 1_221_250 }],
    ['the right total on another request', { requestedAmount: 1_000_000 }],
    ['a missing requested amount, and another amount', { requestedAmount: null, amount: 1_249_999 }],
    ['a missing requested amount, and the fee on top', { requestedAmount: null, amount: 1_278_750 }],
    ['a surplus that is not the fee', { amount: 1_250_001 }],
    ['twice the fee on top', { amount: 1_307_500 }],
    ['a surplus without a fee', { amount: 1_250_100, fees: null }],
    ['a surplus with a fee of nothing', { amount: 1_250_100, fees: 0 }],
    ['less by exactly the fee', { amount: 1_221_250 }],
    ['less by a negative fee', { amount: 1_249_000, fees: -1_000 }],
    ['more, by a request for more', { amount: 1_300_000, requestedAmount: 1_300_000 }],
    ['nothing', { amount: 0, requestedAmount: 0 }],
    ['a negative amount', { amount: -1_250_000, requestedAmount: -1_250_000 }],
  ])('%s', (_, change) => {
    expect(read(change).kind).toBe('mismatch')
  })
})

test('our own money is distinguished from money that this key cannot refund', () => {
  expect(read({ amount: 5_000, requestedAmount: 5_000 })).toMatchObject({ isOurMoney: true })
  expect(read({ domain: 'test' })).toMatchObject({ isOurMoney: false, reason: 'test money in live mode' })
  expect(read({ reference: 'jara-2' })).toMatchObject({ isOurMoney: false })
  for (const missing of [
    { requestedAmount: null },
    { amount: 1_250_100, requestedAmount: 1_250_000, fees: null },
  ])
    expect(read({ amount: 5_000, ...missing })).toMatchObject({ kind: 'mismatch', isOurMoney: false })
  for (const amount of [0, -5_000]) expect(read({ amount })).toMatchObject({ isOurMoney: false })
})

test.each([
  ['failed', 'failed'],
  ['abandoned', 'abandoned'],
  ['reversed', 'reversed'],
  ['ongoing', 'in-flight'],
  ['pending', 'in-flight'],
  ['processing', 'in-flight'],
  ['queued', 'in-flight'],
  ['reversal_pending', 'in-flight'],
  ['Success', 'in-flight'],
  ['a new word', 'in-flight'],
])('the status %s reads as %s', (word, kind) => {
  expect(read({ status: statusOf(word) }).kind).toBe(kind)
})

test('statuses that the provider does not document are recognised', () => {
  for (const word of ['success', 'failed', 'abandoned', 'reversed'])
    expect(statusOf(word), word).not.toBe('unknown')
  for (const word of ['ongoing', 'pending', 'processing', 'queued', 'reversal pending'])
    expect(statusOf(word), word).not.toBe('unknown')
  expect(statusOf('constructor')).toBe('unknown')
  expect(statusOf('a new word')).toBe('unknown')
})

test('an unknown payment is distinguished from an unreachable provider', () => {
  expect(readVerification({ kind: 'absent' }, EXPECTED)).toEqual({ kind: 'absent' })
  expect(readVerification({ kind: 'unreachable', message: '' }, EXPECTED)).toEqual({ kind: 'unreachable' })
})
