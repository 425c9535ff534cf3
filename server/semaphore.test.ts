import { expect, test } from 'vitest'
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
