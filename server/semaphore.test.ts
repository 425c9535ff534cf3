import { expect, test, vi } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('limits concurrency and runs the rest in FIFO order, also after a failure', async () => {
  const turns = createSemaphore(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (i: number) =>
    turns(async () => {
      begun.push(i)
      await new Promise<void>((end) => ends.push(end))
      if (i === 0) throw new Error('fails')
    }).catch(() => {})
  const all = [0, 1, 2, 3].map(work)
  expect(begun).toEqual([0, 1])
  ends[0]!()
  await all[0]
  expect(begun).toEqual([0, 1, 2])
  ends[1]!()
  await all[1]
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]!()
  ends[3]!()
  await Promise.all(all)
})

test('tells how long the first in the queue has waited', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const turns = createSemaphore(1)
    const ends: (() => void)[] = []
    const work = () => turns(() => new Promise<void>((end) => ends.push(end)))
    const first = work()
    vi.advanceTimersByTime(500)
    expect(turns.waitedMs()).toBe(0)
    const second = work()
    vi.advanceTimersByTime(300)
    const third = work()
    vi.advanceTimersByTime(200)
    expect(turns.waitedMs()).toBe(500)
    ends[0]!()
    await first
    expect(turns.waitedMs()).toBe(200)
    ends[1]!()
    await second
    expect(turns.waitedMs()).toBe(0)
    ends[2]!()
    await third
  } finally {
    vi.useRealTimers()
  }
})
