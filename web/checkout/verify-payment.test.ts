import { expect, test } from 'vitest'
import { verifyPause } from './verify-payment.ts'

test('a payment in flight is polled with growing pauses, without end', () => {
  expect([1, 2, 3, 4, 5, 6, 500].map((times) => verifyPause('in-flight', times))).toEqual([
    2_000, 3_000, 5_000, 8_000, 10_000, 10_000, 10_000,
  ])
})

test('one that was not made is polled a few times, as the payer may be ahead of the records', () => {
  expect([1, 2, 3, 4].map((times) => verifyPause('not-paid', times))).toEqual([1_000, 2_000, 4_000, null])
})

test.each(['unreachable', 'no-response'] as const)(
  'a shop that is %s is retried for half a minute',
  (waitReason) => {
    const pauses = [1, 2, 3, 4, 5].map((times) => verifyPause(waitReason, times))
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, null])
  },
)

test('no minute ever has more requests than the shop allows', () => {
  for (const waitReason of ['in-flight', 'not-paid', 'no-response', 'unreachable'] as const) {
    let requested = 1
    let elapsedMs = 0
    for (let times = 1; ; times += 1) {
      const pause = verifyPause(waitReason, times)
      if (pause === null) break
      elapsedMs += pause
      if (elapsedMs > 60_000) break
      requested += 1
    }
    expect(requested).toBeLessThanOrEqual(20)
  }
})
