import { expect, test } from 'vitest'
import { createHeardChanges } from './heard-changes.ts'
import { createLagMeter } from './lag.ts'

test('a name is known again once the position queried after its notification is replayed', () => {
  const changes = createHeardChanges()
  changes.heard(['a'])
  const first = changes.take()
  changes.heard(['b'])
  first.place(100n)
  changes.replayed(99n)
  expect([changes.isKnown(['a']), changes.isKnown(['c']), changes.isKnown(['*'])]).toEqual([
    false,
    true,
    false,
  ])
  changes.replayed(100n)
  expect([changes.isKnown(['a']), changes.isKnown(['b']), changes.isKnown(['*'])]).toEqual([
    true,
    false,
    false,
  ])
  changes.take().place(200n)
  changes.replayed(200n)
  expect([changes.isKnown(['*']), changes.isWaiting()]).toEqual([true, false])
})

test('a name that changes again while its position is queried waits for a newer position', () => {
  const changes = createHeardChanges()
  changes.heard(['a'])
  const taken = changes.take()
  changes.heard(['a'])
  taken.place(100n)
  changes.replayed(100n)
  expect(changes.isKnown(['a'])).toBe(false)
})

test('without a response from the primary nothing becomes known', () => {
  const changes = createHeardChanges()
  changes.heard(['a'])
  changes.take().giveBack()
  changes.replayed(1_000n)
  expect(changes.isKnown(['a'])).toBe(false)
})

test('while notifications are missed nothing is known, and afterwards only what was replayed since', () => {
  const changes = createHeardChanges()
  changes.setHearing(false)
  changes.take().place(7n)
  changes.replayed(7n)
  expect([changes.isKnown(['a']), changes.isWaiting()]).toEqual([false, false])
  changes.setHearing(true)
  changes.replayed(7n)
  expect([changes.isKnown(['a']), changes.isWaiting()]).toEqual([false, true])
  changes.take().place(8n)
  changes.replayed(8n)
  expect(changes.isKnown(['a'])).toBe(true)
})

test('what may have been missed does not count as heard', () => {
  const changes = createHeardChanges()
  const areHeard = () => [['a'], ['b'], ['*']].map(changes.isHeard)
  changes.setHearing(false)
  expect(areHeard()).toEqual([false, false, false])
  changes.setHearing(true)
  expect(areHeard()).toEqual([false, false, false])
  changes.heard(['b'])
  expect(areHeard()).toEqual([false, true, true])
  changes.take().place(7n)
  changes.setHearing(true)
  changes.replayed(7n)
  expect(areHeard()).toEqual([false, false, false])
})

test('too many names count as everything', () => {
  const changes = createHeardChanges()
  changes.heard(Array.from({ length: 10_001 }, (_, index) => `p${index}`))
  expect(changes.isKnown(['another'])).toBe(false)
  changes.take().place(5n)
  changes.replayed(5n)
  expect(changes.isKnown(['another'])).toBe(true)
})

test('the lag is the age of the oldest position that the replica lacks, and an idle shop has none', () => {
  const lag = createLagMeter()
  lag.seen(10n, 1_000)
  expect(lag.replayed(10n, 1_000)).toBe(0)
  lag.seen(10n, 60_000)
  expect(lag.replayed(10n, 90_000)).toBe(0)
  lag.seen(20n, 100_000)
  lag.seen(30n, 101_000)
  expect(lag.replayed(15n, 103_000)).toBe(3_000)
  expect(lag.replayed(25n, 104_000)).toBe(3_000)
  expect(lag.replayed(30n, 105_000)).toBe(0)
})

test('a replica is complete as of the last time whose position it has replayed', () => {
  const lag = createLagMeter()
  expect(lag.completeAsOfMs()).toBe(Number.NEGATIVE_INFINITY)
  lag.seen(10n, 1_000)
  lag.seen(20n, 2_000)
  lag.seen(30n, 3_000)
  lag.replayed(25n, 4_000)
  expect(lag.completeAsOfMs()).toBe(2_000)
  lag.replayed(30n, 5_000)
  expect(lag.completeAsOfMs()).toBe(3_000)
  lag.seen(30n, 6_000)
  expect(lag.completeAsOfMs()).toBe(6_000)
  lag.seen(31n, 7_000)
  lag.replayed(30n, 8_000)
  expect(lag.completeAsOfMs()).toBe(6_000)
})

test('a replica that is away for long does not use up memory', () => {
  const lag = createLagMeter()
  for (let second = 1; second <= 100_000; second++) lag.seen(BigInt(second), second * 1_000)
  expect(lag.replayed(0n, 100_000_000)).toBe(100_000_000 - 1_000)
})
