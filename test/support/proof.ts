import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import { expect } from 'vitest'

/** A part of every proof runs with `npm test`; `npm run prove` runs the whole and draws a new seed each time. */
const isWhole = process.env.PROOF === 'whole'

/** Where all random choices of this run start. PROOF_SEED=N replays a run. */
export const proofSeed = Number(process.env.PROOF_SEED ?? 774)

export function sized<Size>(sizes: { quick: Size; whole: Size }): Size {
  return isWhole ? sizes.whole : sizes.quick
}

export type ProofRow = {
  /** The invariants of money, stock and security that it shows, such as `I2, I14`. */
  invariants: string
  /** What was done, in words of a reader who has not seen the code. */
  what: string
  count: number
  /** What is counted: kills, permutations, sequences, bodies … */
  unit: string
  database: 'PostgreSQL' | 'embedded' | 'none'
  /** What else was measured, such as `10 orders each time, no 5xx`. */
  found: string
}

/** Runs a proof and, when the whole is run, writes its row down for docs/proofs.md. A proof that throws leaves no row. */
export async function prove(run: () => Promise<ProofRow>): Promise<void> {
  const start = performance.now()
  const row = await run()
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(`${row.what}: ${row.count} ${row.unit}, seed ${proofSeed}, ${seconds.toFixed(1)} s\n`)
  const record = process.env.PROOF_RECORD
  if (record === undefined) return
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  appendFileSync(record, `${JSON.stringify({ ...row, seconds, file })}\n`)
}
