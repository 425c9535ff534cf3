import type { PostgresHost } from './database.ts'
import type { LoadGenerator } from './load.ts'
import type { Rounds } from './measure.ts'
import type { Recording } from './recorded-statement.ts'
import type { Row } from './row.ts'
import type { DatabaseKind, Scene } from './scene.ts'

/** What every subject is given. */
export type Bench = {
  postgres: PostgresHost
  generator: LoadGenerator
  rounds: Rounds
  sizes: readonly number[]
  databases: readonly DatabaseKind[]
  recordings: (products: number) => Promise<ReadRecordings>
  tell: (row: Row) => void
  /** Rows told so far in this run. */
  told: readonly Row[]
}

export type ReadKind = 'page' | 'list' | 'detail' | 'search' | 'suggest'
export type ReadRecordings = Record<ReadKind, Recording[]>

/** Measures on one database and size, or, when `across`, once over all. */
export type Subject = {
  name: string
  inScene?: (bench: Bench, scene: Scene) => Promise<void>
  across?: (bench: Bench) => Promise<void>
}

export const CONNECTIONS = 16
/** Room for hardly an answer, so that each address that is asked is computed. */
export const HARDLY_A_CACHE = { CACHE_MB: '0.05' }
