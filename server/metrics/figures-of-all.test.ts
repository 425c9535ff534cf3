import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { passFigures } from './figures-of-all.ts'

let stopPassing: () => void
beforeAll(() => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'figures-process.fixture.ts'), execArgv: [] })
  stopPassing = passFigures(cluster)
  return () => stopPassing()
})
afterEach(() => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
})

async function open(): Promise<Worker> {
  const worker = cluster.fork()
  await once(worker, 'message')
  return worker
}

/** The number of other processes that responded to a request for their figures. */
async function answersTo(worker: Worker): Promise<number> {
  const answered = new Promise<number>((done) => {
    const hear = (message: { kind: string; by: number }) => {
      if (message.kind !== 'answered') return
      worker.off('message', hear)
      done(message.by)
    }
    worker.on('message', hear)
  })
  worker.send('ask')
  return answered
}

function holdUp(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

test('a process that requests the figures of the others gets those of each', async () => {
  const [one] = await Promise.all([open(), open(), open()])
  // A process that is too busy to respond at once is missing from one reading, and present in a later one.
  await expect.poll(() => answersTo(one)).toBe(2)
})

test('a process that has just died is left out and crashes neither the requesting process nor this one', async () => {
  const [one, dying] = await Promise.all([open(), open()])
  const answers = answersTo(one)
  // When this process resumes, the request is already waiting and the death has not been reported yet.
  holdUp(300)
  process.kill(dying.process.pid ?? 0, 'SIGKILL')
  holdUp(300)
  expect(await answers).toBe(0)
})
