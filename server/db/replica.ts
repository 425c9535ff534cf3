import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection, Database } from './connection.ts'
import { createHeardChanges, type LogPosition } from './heard-changes.ts'
import { createLagMeter } from './lag.ts'
import { openPool, type Way } from './pool.ts'
import type { PublicReads } from './public-reads.ts'
import { rowsOf } from './rows.ts'
import * as schema from './schema.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

export type ReplicaFigures = {
  isInUse: boolean
  /** Undefined while the replica does not answer. */
  lagSeconds: number | undefined
  reads: { replica: number; primary: number }
}

export type Replica = {
  readPublic: PublicReads
  /** These are no longer as the replica may have them, up to its replay of this moment's log. */
  changed: (names: readonly string[]) => void
  /** Changes may have been missed up to this moment. */
  missed: () => void
  figures: () => ReplicaFigures
  close: () => Promise<void>
}

export type ReplicaOptions = {
  primary: Pick<Connection, 'db'>
  url: string
  poolSize: number
  way: Way
  /** A replica that is further behind is left alone. */
  maxLagMs: number
  log: Logger
  /** Milliseconds that only go forward. */
  nowMs: () => number
}

const LOOK_MS = 1_000
/** While a change is on its way to the replica. */
const SOON_MS = 20
const ANSWER_MS = 2_000
const EVERYTHING = '*'

type State = 'unknown' | 'in use' | 'late' | 'away' | 'no replica'

/**
 * Reads public answers from a replica (physical streaming replication) as long as it keeps up, and from the primary as
 * soon as it does not: when it does not answer, is further behind than `maxLagMs`, lacks a change that this process has
 * heard of, or fails a read. Never fails because of the replica. While the primary is away, what was not heard of is read
 * from the replica all the same, for as long as that is known to be no further behind than `maxLagMs`.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, log, nowMs } = options
  const pool = openPool(options.url, options.poolSize, options.way, {
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  const replica = drizzle(pool, { schema }) as unknown as Database
  const changes = createHeardChanges()
  const lag = createLagMeter()
  const reads = { replica: 0, primary: 0 }
  let watcher: pg.Client | undefined
  let state: State = 'unknown'
  let lagMs: number | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let hasPrimaryAnswered = false
  let isClosed = false

  function become(next: State): void {
    if (next === state) return
    if (next === 'in use') log.info('the read replica serves public reads')
    else log.warn({ replica: next, lagMs }, 'the read replica is left alone: public reads go to the primary')
    state = next
  }

  async function watch(): Promise<{ position: LogPosition | undefined; system: string }> {
    if (watcher === undefined) {
      const fresh = new pg.Client({
        connectionString: options.url,
        application_name: 'jara-replica-watch',
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
        keepAlive: true,
      })
      fresh.on('error', () => {})
      await fresh.connect()
      watcher = fresh
    }
    const { rows } = await watcher.query<{ position: string | null; system: string }>(
      `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
        (select system_identifier::text from pg_control_system()) as system`,
    )
    const [row] = rows
    return { position: row?.position ? positionOf(row.position) : undefined, system: row?.system ?? '' }
  }

  async function look(): Promise<void> {
    hasPrimaryAnswered = false
    const taken = changes.take()
    const askedMs = nowMs()
    let system: string | undefined
    try {
      const [row] = await rowsOf<{ position: string; system: string }>(
        primary.db,
        sql`select pg_current_wal_lsn()::text as position,
          (select system_identifier::text from pg_control_system()) as system`,
      )
      if (row === undefined) throw new Error('The database answered without its log position')
      const position = positionOf(row.position)
      lag.seen(position, askedMs)
      taken.place(position)
      system = row.system
      hasPrimaryAnswered = true
    } catch {
      // Without the primary nothing can be said of the changes; reads of them go there and tell it themselves.
      taken.giveBack()
    }
    try {
      const found = await watch()
      if (found.position === undefined || (system !== undefined && found.system !== system)) {
        lagMs = undefined
        become('no replica')
        return
      }
      changes.replayed(found.position)
      lagMs = lag.replayed(found.position, nowMs())
      become(lagMs > options.maxLagMs ? 'late' : 'in use')
    } catch {
      const lost = watcher
      watcher = undefined
      lagMs = undefined
      become('away')
      // Its end is not waited for: a machine that is gone does not answer to that either.
      lost?.end().catch(() => {})
    }
  }

  function lookIn(ms: number): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => {
      looking = look().finally(() => {
        looking = undefined
        const isWorthIt = changes.isWaiting() && hasPrimaryAnswered && state === 'in use'
        lookIn(isWorthIt ? SOON_MS : LOOK_MS)
      })
    }, ms)
    timer.unref()
  }

  function lookSoon(): void {
    if (looking === undefined && state === 'in use') lookIn(SOON_MS)
  }

  const changed: Replica['changed'] = (names) => {
    changes.heard(names)
    lookSoon()
  }

  /** What was missed shows as late as what is not announced at all: by the lag that is allowed. */
  const isLateAtMost = (shows: readonly string[]) =>
    state === 'in use' && !changes.isHeard(shows) && nowMs() - lag.completeAsOfMs() <= options.maxLagMs

  // What was committed before this process began to listen must be there too.
  changed([EVERYTHING])
  lookIn(0)

  return {
    changed,
    missed: () => {
      changes.missed()
      lookSoon()
    },
    readPublic: async (shows, read) => {
      if (state === 'in use' && changes.isKnown(shows)) {
        try {
          const answer = await read(replica)
          reads.replica++
          return answer
        } catch {
          // Away since the last look, or the statement was in the way of what it had to replay: the primary has the answer,
          // or the error.
        }
      }
      try {
        const answer = await read(primary.db)
        reads.primary++
        return answer
      } catch (error) {
        if (!isDatabaseUnavailable(error) || !isLateAtMost(shows)) throw error
        const answer = await read(replica).catch(() => {
          throw error
        })
        reads.replica++
        return answer
      }
    },
    figures: () => ({
      isInUse: state === 'in use',
      lagSeconds: lagMs === undefined ? undefined : lagMs / 1000,
      reads: { ...reads },
    }),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await looking
      await watcher?.end().catch(() => {})
      await pool.end()
    },
  }
}

/** PostgreSQL writes a position as two hexadecimal halves: 1/6B374D0. */
function positionOf(text: string): LogPosition {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
