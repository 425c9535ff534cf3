import type { PostgresHost } from './database.ts'
import type { LoadGenerator } from './load.ts'
import type { Rounds } from './measure.ts'
import type { Recording } from './recorded-statement.ts'
import type { Row } from './row.ts'
import type { DatabaseKind, Scene } from './scene.ts'

/** Passed to every subject. */
export type Bench = {
  postgres: PostgresHost
  generator: LoadGenerator
  rounds: Rounds
  sizes: readonly number[]
  databases: readonly DatabaseKind[]
  /** Made once per size: the shop that is recorded takes ten seconds to start, and both databases get the same statements. */
  recordings: (products: number) => Promise<ReadRecordings>
  checkoutRecordings: (products: number) => Promise<Recording[]>
  report: (row: Row) => void
  /** Rows reported so far in this run. */
  rows: readonly Row[]
}

export type ReadKind = 'page' | 'list' | 'detail' | 'search' | 'suggest'
export type ReadRecordings = Record<ReadKind, Recording[]>

/** Measured in each scene, one scene after the other. */
export type Subject = {
  name: string
  inScene: (bench: Bench, scene: Scene) => Promise<void>
  /** Excluded from a complete run: it takes too long. */
  isOnlyByName?: boolean
}

export const CONNECTIONS = 16
/** Room for hardly one response, so every request is computed. */
export const HARDLY_A_CACHE = { CACHE_MB: '0.05' }

type Sized = { products: number }
export const isLargest = ({ sizes }: Bench, { products }: Sized) => products === Math.max(...sizes)
export const isSmallest = ({ sizes }: Bench, { products }: Sized) => products === Math.min(...sizes)
