import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/duration.ts'
import { nextCheck } from './check-schedule.ts'

const START = new Date('2026-11-20T09:00:00Z')
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS)

/** Minutes of every look at a payment, if each is on time. */
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

test('a pending payment is looked at after 2, 5, 10, 20 and 30 minutes, then each 15', () => {
  expect(looks({ isPending: true, holdEnds: 30 }, 80)).toEqual([2, 5, 10, 20, 30, 45, 60, 75])
})

test('and at the very end of a hold that was extended', () => {
  expect(looks({ isPending: true, holdEnds: 35 }, 50)).toEqual([2, 5, 10, 20, 30, 35, 50])
})

test('one that ended is looked at for four days, ever more rarely, since a late payment may come', () => {
  const minutes = looks({ isPending: false, holdEnds: null }, 10 * 24 * 60)
  expect(minutes.filter((minute) => minute <= 60)).toEqual([2, 5, 10, 20, 30, 45, 60])
  expect(minutes.filter((minute) => minute > 240 && minute <= 420)).toEqual([300, 360, 420])
  expect(minutes.at(-1)! / 60).toBeLessThanOrEqual(4 * 24)
  expect(minutes.at(-1)! / 60).toBeGreaterThan(3 * 24)
  expect(minutes.length).toBeLessThan(70)
})

test('a pending payment is never forgotten, however old', () => {
  expect(nextCheck({ createdAt: START, isPending: true, holdExpiresAt: null }, at(60 * 24 * 9))).toEqual(
    at(60 * 24 * 9 + 15),
  )
})
