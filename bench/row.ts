import type { BenchDatabase } from './rig/database.ts'
import type { Spread } from './rig/load.ts'
import type { ServerProcess } from './rig/process.ts'

/** What was measured, against what in the same run, and its budget, if it has one. */
export type Row = { what: string; shop: string; against: string; ratio: Spread; budget?: Budget }
type Budget = { says: string; isMet: boolean }

/** What every subject gets. What it starts is stopped after it. */
export type Bench = {
  database: BenchDatabase
  /** The shop on that database. */
  startShop: (env?: Record<string, string>) => Promise<ServerProcess>
  startFloor: (program: string, settings: unknown) => Promise<ServerProcess>
  newDataDir: () => string
  defer: (stop: () => unknown) => void
  tell: (row: Row) => void
}

export const ratioAtLeast = (least: number, { median }: Spread): Budget => ({
  says: `ratio ≥ ${least}`,
  isMet: median >= least,
})

export const atMost = (most: number, unit: string, found: number): Budget => ({
  says: `≤ ${most} ${unit}`,
  isMet: found <= most,
})

/** Three digits, as in 12,300, 45.6, 0.0123. */
export const shown = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })

export const TABLE_HEAD = '| what | shop | against | ratio | budget | |\n|---|---|---|---|---|---|\n'

export function tableLine({ what, shop, against, ratio, budget }: Row): string {
  const spread = `${shown(ratio.median)} (${shown(ratio.min)}–${shown(ratio.max)})`
  const verdict = budget?.isMet === false ? '**missed**' : 'holds'
  return `| ${what} | ${shop} | ${against} | ${spread} | ${budget ? `${budget.says} | ${verdict}` : '|'} |\n`
}
