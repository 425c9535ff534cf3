import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/duration.ts'
import { nextCheck } from './check-schedule.ts'

const START = new Date('2026-11-20T09:00:00Z')
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS)

/** The minute of every check of a payment, if each runs on time. */
function looks(payment: { isPending: boolean; holdEnds: number | null }, untilMinute: number): number[] {
  const minutes: number[] = []
  let now = START
  const holdExpiresAt = payment.holdEnds === null ? null : at(payment.holdEnds)
  for (;;) {
    const next = nextCheck({ createdAt: START, isPending: payment.isPending, holdExpiresAt }, now)
    if (next === null || next > at(untilMinute)) return minutes
    minutes.push((next.getTime() - START.getTime()) / MINUTE_MS)
    now = next
  }
}

test('a pending payment is checked after 2, 5, 10, 20 and 30 minutes, then every 15', () => {
  expect(looks({ isPending: true, holdEnds: 30 }, 80)).toEqual([2, 5, 10, 20, 30, 45, 60, 75])
})

test('a pending payment is also checked at the end of an extended hold', () => {
  expect(looks({ isPending: true, holdEnds: 35 }, 50)).toEqual([2, 5, 10, 20, 30, 35, 50])
})

test('an ended payment is checked for four days at growing intervals, since a late payment may arrive', () => {
  const minutes = looks({ isPending: false, holdEnds: null }, 10 * 24 * 60)
  expect(minutes.filter((minute) => minute <= 60)).toEqual([2, 5, 10, 20, 30, 45, 60])
  expect(minutes.filter((minute) => minute > 240 && minute <= 420)).toEqual([300, 360, 420])
  expect(minutes.at(-1)! / 60).toBeLessThanOrEqual(4 * 24)
  expect(minutes.at(-1)! / 60).toBeGreaterThan(3 * 24)
  expect(minutes.length).toBeLessThan(70)
})

test('a pending payment keeps being checked, however old', () => {
  expect(nextCheck({ createdAt: START, isPending: true, holdExpiresAt: null }, at(60 * 24 * 9))).toEqual(
    at(60 * 24 * 9 + 15),
  )
})

test('a reversed payment is checked daily for 30 days after the reversal, however old its order was', () => {
  const day = 24 * 60
  const nextAfter = (days: number) =>
    nextCheck(
      { createdAt: START, isPending: false, holdExpiresAt: null, reversedSince: at(40 * day) },
      at(days * day),
    )
  expect([nextAfter(40), nextAfter(69)]).toEqual([at(41 * day), at(70 * day)])
  expect(nextAfter(70)).toBeNull()
})
