import type { Comparison, Measured, Spread } from './measure.ts'
import type { DatabaseKind } from './scene.ts'

/** One line of the table: what was measured where, against which floor, and its targets. */
export type Row = {
  subject: string
  what: string
  /** Undefined if the row covers several. */
  database?: DatabaseKind
  products?: number
  shop: { value: Spread; unit: '/s' | 'ms' | 's' | 'MB' | '×' }
  floor?: { what: string; value: Spread }
  ratio?: Spread
  p50Ms?: Spread
  p99Ms?: Spread
  cpuMsPerResponse?: Record<string, number>
  demands: Demand[]
}

/** A target of this project, and whether it was met. */
export type Demand = { says: string; isMet: boolean }

export function atLeast(name: string, least: number, found: number): Demand {
  return { says: `${name} ≥ ${least}`, isMet: found >= least }
}

export function below(name: string, most: number, found: number, unit: string): Demand {
  return { says: `${name} < ${most} ${unit}`, isMet: found < most }
}

/** Failed responses make every figure worthless, so their absence is a target too, reported only when missed. */
export function noFailures({
  failures,
  responses,
  failed,
}: Pick<Measured, 'failures' | 'responses' | 'failed'>): Demand[] {
  if (failures === 0) return []
  return [{ says: `no failures (${failures} of ${responses}: ${failed.join(', ')})`, isMet: false }]
}

/** The row for a shop compared with its floor. */
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
    cpuMsPerResponse: { ...shop.cpuMsPerResponse, ...floor.cpuMsPerResponse },
    demands: [...demands, ...noFailures(shop), ...noFailures(floor)],
  }
}
