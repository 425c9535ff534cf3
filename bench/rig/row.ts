import type { Comparison, Measured, Spread } from './measure.ts'
import type { DatabaseKind } from './scene.ts'

/** One line of the table: what was measured where, against what, and what is asked of it. */
export type Row = {
  subject: string
  what: string
  /** Undefined: the row is about several at once. */
  database?: DatabaseKind
  products?: number
  shop: { value: Spread; unit: '/s' | 'ms' | 's' | 'MB' | '×' }
  floor?: { what: string; value: Spread }
  ratio?: Spread
  p50Ms?: Spread
  p99Ms?: Spread
  cpuMsPerAnswer?: Record<string, number>
  demands: Demand[]
}

/** A figure that this project demands, and whether it was reached. */
export type Demand = { says: string; isMet: boolean }

export function atLeast(name: string, least: number, found: number): Demand {
  return { says: `${name} ≥ ${least}`, isMet: found >= least }
}

export function below(name: string, most: number, found: number, unit: string): Demand {
  return { says: `${name} < ${most} ${unit}`, isMet: found < most }
}

/** Answers of another kind than asked for make every figure worthless: that is a demand too, told when it is not met. */
export function noFailures({ failures, answers, failed }: Measured): Demand[] {
  if (failures === 0) return []
  return [{ says: `no failures (${failures} of ${answers}: ${failed.join(', ')})`, isMet: false }]
}

/** The row of a shop and its floor in turn. */
export function comparedRow(
  about: Pick<Row, 'subject' | 'what' | 'database' | 'products'> & { floor: string },
  { shop, floor, ratio }: Comparison,
  demands: readonly Demand[],
): Row {
  const { floor: floorName, ...rest } = about
  return {
    ...rest,
    shop: { value: shop.perSecond, unit: '/s' },
    floor: { what: floorName, value: floor.perSecond },
    ratio,
    p50Ms: shop.p50Ms,
    p99Ms: shop.p99Ms,
    cpuMsPerAnswer: { ...shop.cpuMsPerAnswer, ...floor.cpuMsPerAnswer },
    demands: [...demands, ...noFailures(shop), ...noFailures(floor)],
  }
}
