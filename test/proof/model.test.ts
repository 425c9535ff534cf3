import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { test } from 'vitest'
import { proofSeed, prove, sized } from '#test/support/proof.ts'
import { type Part, type Played, playSequences } from './model/run.ts'

/**
 * I1, I3, I6, I8, I9, I10, I11: random sequences of up to 40 commands, each compared with a model that was written
 * independently of the program. PROOF_SEED, PROOF_PATH and PROOF_REPLAY with the values that a failure prints replay it.
 */

const SIZE = sized({
  quick: { sequences: 10, threads: 1 },
  // A thread spends about half of its time waiting for its database.
  whole: { sequences: 100_000, threads: 2 * availableParallelism() },
})
/** Seconds on two idle cores, far more on a busy machine. */
const TIMEOUT_MS = sized({ quick: 1_800_000, whole: 0 })

async function playInThread(part: Part): Promise<Played> {
  const worker = new Worker(new URL('./model/worker.ts', import.meta.url), { workerData: part })
  const [played] = await once(worker, 'message')
  await worker.terminate()
  return played as Played
}

function partsOf(): Part[] {
  const { PROOF_PATH: path, PROOF_REPLAY: replay } = process.env
  if (path !== undefined) {
    return [{ seed: proofSeed, sequences: 1, path, ...(replay === undefined ? {} : { replay }) }]
  }
  const sequences = Math.ceil(SIZE.sequences / SIZE.threads)
  return Array.from({ length: SIZE.threads }, (_, thread) => ({ seed: proofSeed + thread, sequences }))
}

test(
  'the shop behaves like the model, whatever happens in whatever order',
  async () => {
    await prove(async () => {
      const parts = await Promise.all(partsOf().map(SIZE.threads === 1 ? playSequences : playInThread))
      const sum = (key: keyof Played) => parts.reduce((total, part) => total + part[key], 0)
      return {
        invariants: 'I1, I3, I6, I8, I9, I10, I11',
        what: 'Sequences of up to 40 starts, edits, payments, events, callbacks, sweeps, refunds, restarts and ticks against a model',
        count: sum('sequences'),
        unit: 'sequences',
        found: `${sum('commands').toLocaleString('en')} commands match the model, ${sum('moves').toLocaleString('en')} transitions all in the table`,
      }
    })
  },
  TIMEOUT_MS,
)
