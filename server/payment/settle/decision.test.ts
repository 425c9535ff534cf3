import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/duration.ts'
import type { ProviderTransaction } from '../provider.ts'
import { decide, type Situation } from './decision.ts'
import type { ProviderStatus } from './provider-status.ts'

const START = new Date('2026-11-20T09:00:00Z')
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS)
const transaction = {} as ProviderTransaction
const PROVIDER_STATUSES: Record<string, ProviderStatus> = {
  success: { kind: 'success', transaction },
  mismatch: { kind: 'mismatch', transaction, reason: '', isOurMoney: true },
  failed: { kind: 'failed', transaction },
  abandoned: { kind: 'abandoned', transaction },
  'in-flight': { kind: 'in-flight', transaction },
  reversed: { kind: 'reversed', transaction },
  absent: { kind: 'absent' },
  unreadable: { kind: 'unreadable', why: 'odd' },
  unreachable: { kind: 'unreachable' },
}
const pending: Situation = {
  status: 'pending',
  state: 'started',
  createdAt: START,
  holdExpiresAt: at(30),
  siblingPaid: false,
  isErased: false,
  hasRefund: false,
  isIssueOpened: false,
  isUnsettledKnown: false,
}
const cancelled: Situation = { ...pending, status: 'cancelled', state: 'expired', holdExpiresAt: null }
const failed: Situation = { ...cancelled, status: 'failed', state: 'failed' }
const paid: Situation = { ...cancelled, status: 'paid', state: 'succeeded' }

const decided = (situation: Situation, providerStatus: string, minutes: number, channels = ['card']) =>
  decide(situation, PROVIDER_STATUSES[providerStatus]!, at(minutes), channels)

describe('the decision table: before the hold ends | at its end | failed or cancelled order | paid order', () => {
  test.each([
    ['success', 'pay', 'pay', 'pay-late', 'nothing'],
    ['mismatch', 'mismatch', 'mismatch', 'mismatch', 'nothing'],
    ['failed', 'fail', 'fail', 'nothing', 'nothing'],
    ['abandoned', 'nothing', 'cancel', 'nothing', 'nothing'],
    ['in-flight', 'nothing', 'extend', 'nothing', 'nothing'],
    ['reversed', 'fail', 'fail', 'nothing', 'reversed'],
    ['absent', 'nothing', 'cancel', 'nothing', 'nothing'],
    ['unreachable', 'nothing', 'extend', 'nothing', 'nothing'],
  ])('%s: %s | %s | %s | %s', (providerStatus, before, after, ended, settled) => {
    expect(decided(pending, providerStatus, 29.99).do).toBe(before)
    expect(decided(pending, providerStatus, 30).do).toBe(after)
    expect(decided(cancelled, providerStatus, 45).do).toBe(ended)
    expect(decided(failed, providerStatus, 45).do).toBe(ended)
    expect(decided(paid, providerStatus, 45).do).toBe(settled)
  })
})

test('our own refund shows as reversed at the provider and changes nothing', () => {
  for (const state of ['refund_due', 'refund_sent', 'refunded', 'refund_stuck'] as const) {
    expect(decided({ ...paid, state }, 'reversed', 45).do).toBe('nothing')
  }
})

test('a payment in flight extends its hold by 15 minutes each time, by at most 2 hours', () => {
  expect(decided(pending, 'in-flight', 30)).toEqual({ do: 'extend', until: at(45) })
  const extended = { ...pending, holdExpiresAt: at(149) }
  expect(decided(extended, 'in-flight', 149)).toEqual({ do: 'extend', until: at(150) })
  expect(decided({ ...pending, holdExpiresAt: at(150) }, 'in-flight', 150)).toEqual({ do: 'cancel' })
})

test('with bank transfers accepted, a payment may be in flight for 8 hours', () => {
  const extended = { ...pending, holdExpiresAt: at(150) }
  expect(decided(extended, 'in-flight', 150, ['card', 'bank_transfer']).do).toBe('extend')
  expect(decided({ ...pending, holdExpiresAt: at(509) }, 'in-flight', 509, ['ussd'])).toEqual({
    do: 'extend',
    until: at(510),
  })
  expect(decided({ ...pending, holdExpiresAt: at(510) }, 'in-flight', 510, ['card', 'ussd']).do).toBe(
    'cancel',
  )
})

test('while the provider is unreachable, a hold is extended by at most 4 hours', () => {
  expect(decided(pending, 'unreachable', 30)).toEqual({ do: 'extend', until: at(35) })
  expect(decided({ ...pending, holdExpiresAt: at(269) }, 'unreachable', 269)).toEqual({
    do: 'extend',
    until: at(270),
  })
  expect(decided({ ...pending, holdExpiresAt: at(270) }, 'unreachable', 270)).toEqual({ do: 'cancel' })
})

test('goods are not held longer for a payment that was settled in another way', () => {
  for (const state of ['mismatch', 'refund_due', 'refund_sent', 'refunded'] as const) {
    for (const providerStatus of ['in-flight', 'unreachable'])
      expect(decided({ ...pending, state }, providerStatus, 30)).toEqual({ do: 'cancel' })
    expect(decided({ ...pending, state }, 'in-flight', 29.99)).toEqual({ do: 'nothing' })
  }
})

test('a crashed start fails after a minute, whatever the provider reports, unless it was paid', () => {
  const created: Situation = { ...pending, state: 'created' }
  for (const providerStatus of ['abandoned', 'absent', 'unreachable', 'in-flight']) {
    expect(decided(created, providerStatus, 0.9).do).toBe('nothing')
    expect(decided(created, providerStatus, 1).do).toBe('fail')
  }
  expect(decided(created, 'success', 1).do).toBe('pay')
})

test('a second payment of the same checkout is refunded', () => {
  for (const situation of [pending, cancelled, failed]) {
    expect(decided({ ...situation, siblingPaid: true }, 'success', 31)).toEqual({
      do: 'refund',
      reason: 'already-paid',
    })
  }
})

test('a late payment of an erased buyer is refunded; an order that was already paid stays paid', () => {
  for (const situation of [cancelled, failed]) {
    const back = { do: 'refund', reason: 'erased' }
    expect(decided({ ...situation, isErased: true }, 'success', 45)).toEqual(back)
    expect(decided({ ...situation, isErased: true, siblingPaid: true }, 'success', 45)).toEqual(back)
    expect(decided({ ...situation, isErased: true }, 'abandoned', 45).do).toBe('nothing')
  }
  expect(decided({ ...paid, isErased: true }, 'success', 45).do).toBe('nothing')
})

test.each(['mismatch', 'refund_due', 'refund_sent', 'refunded', 'refund_stuck'] as const)(
  'a payment in state %s is never accepted again, and its hold still ends',
  (state) => {
    const opened = { hasRefund: state !== 'mismatch', isIssueOpened: true }
    expect(decided({ ...pending, ...opened, state }, 'success', 29).do).toBe('nothing')
    expect(decided({ ...pending, state }, 'mismatch', 29).do).toBe('nothing')
    expect(decided({ ...pending, state }, 'success', 30).do).toBe('cancel')
    expect(decided({ ...cancelled, ...opened, state }, 'success', 45).do).toBe('nothing')
    expect(decided({ ...cancelled, state }, 'mismatch', 45).do).toBe('nothing')
  },
)

test('a completed refund is detected once', () => {
  expect(decided({ ...cancelled, state: 'refund_sent' }, 'reversed', 60).do).toBe('reversed')
  expect(decided({ ...cancelled, state: 'refunded' }, 'reversed', 60).do).toBe('nothing')
  // No refund of ours is under way where a person decides.
  expect(decided({ ...cancelled, state: 'mismatch' }, 'reversed', 60).do).toBe('nothing')
})

test('the requested payment after a mismatch is flagged for review once and delays nothing', () => {
  const mismatch = { ...pending, state: 'mismatch' } as const
  expect(decided(mismatch, 'success', 29).do).toBe('open-issue')
  expect(decided(mismatch, 'success', 30).do).toBe('cancel')
  expect(decided({ ...cancelled, state: 'mismatch' }, 'success', 45).do).toBe('open-issue')
  expect(decided({ ...cancelled, state: 'mismatch', isIssueOpened: true }, 'success', 45).do).toBe('nothing')
})

test('for a paid order, an external reversal and its undoing have an effect; our own refund has none', () => {
  expect(decided({ ...paid, state: 'refunded' }, 'success', 45).do).toBe('reinstate')
  expect(decided({ ...paid, state: 'refunded', hasRefund: true }, 'success', 45).do).toBe('nothing')
  expect(decided({ ...paid, state: 'refund_stuck', hasRefund: true }, 'reversed', 45).do).toBe('nothing')
})
