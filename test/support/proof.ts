import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import { expect } from 'vitest'

/** `npm test` runs a reduced version of every proof; `npm run prove` runs them in full, with a new seed each time. */
export const isWhole = process.env.PROOF === 'whole'

/** The seed of all random choices of this run. PROOF_SEED=N replays a run. */
export const proofSeed = Number(process.env.PROOF_SEED ?? 774)

export function sized<Size>(sizes: { quick: Size; whole: Size }): Size {
  return isWhole ? sizes.whole : sizes.quick
}

export type ProofRow = {
  /** The invariants of money, stock and security that it covers, such as `I2, I14`. */
  invariants: string
  /** What was done, for a reader who has not seen the code. */
  what: string
  count: number
  /** What is counted: kills, permutations, sequences, bodies … */
  unit: string
  /** PostgreSQL unless it says otherwise. */
  database?: 'embedded' | 'none'
  /** What was observed, such as `10 orders each time, no 5xx`. */
  found: string
}

/**
 * Runs a proof and, if PROOF_RECORD names a file, appends its row there for docs/proofs.md. A proof that throws leaves no row.
 */
export async function prove(run: () => Promise<ProofRow>): Promise<void> {
  const start = performance.now()
  const row = await run()
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(`${row.what}: ${row.count} ${row.unit}, seed ${proofSeed}, ${seconds.toFixed(1)} s\n`)
  const record = process.env.PROOF_RECORD
  if (record === undefined) return
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  appendFileSync(record, `${JSON.stringify({ database: 'PostgreSQL', ...row, seconds, file })}\n`)
}
