import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection } from './connection.ts'
import type { HeardChanges, LogPosition } from './heard-changes.ts'
import { createLagMeter } from './lag.ts'
import { endClient } from './pool.ts'
import { rowsOf } from './rows.ts'

export type ReplicaWatchOptions = {
  primary: Pick<Connection, 'db'>
  url: string
  /** A replica that is further behind is not used. */
  maxLagMs: number
  log: Logger
  /** A monotonic clock in milliseconds. */
  nowMs: () => number
}

export type ReplicaWatch = {
  isInUse: () => boolean
  /** Undefined while the replica does not respond. */
  lagMs: () => number | undefined
  /** Whether the replica is known to be complete as of at most `maxLagMs` ago. */
  isFresh: () => boolean
  /** Polls again soon, since a change is outstanding. */
  pollSoon: () => void
  close: () => Promise<void>
}

export const RESPONSE_MS = 2_000
const POLL_MS = 1_000
/** While a change is on its way to the replica. */
const POLL_SOON_MS = 20

type State = 'unknown' | 'in use' | 'late' | 'away' | 'no replica'

const SYSTEM = '(select system_identifier::text from pg_control_system()) as system'

/**
 * Polls the log positions of the primary and the replica, to decide whether the replica may be used, and to clear the
 * `changes` that it has replayed.
 */
export function watchReplica(options: ReplicaWatchOptions, changes: HeardChanges): ReplicaWatch {
  const { primary, log, nowMs, maxLagMs } = options
  const lag = createLagMeter()
  let client: pg.Client | undefined
  let state: State = 'unknown'
  let lagMs: number | undefined
  let timer: NodeJS.Timeout | undefined
  let dueMs = 0
  let polling: Promise<void> | undefined
  let isPrimaryUp = false
  let isClosed = false

  function become(next: State): void {
    if (next === state) return
    if (next === 'in use') log.info('the read replica serves public reads')
    else log.warn({ replica: next, lagMs }, 'the read replica is not used: public reads go to the primary')
    state = next
  }

  /** Assigns the outstanding changes the primary's log position. Returns the primary's system identifier. */
  async function askPrimary(): Promise<string | undefined> {
    isPrimaryUp = false
    const taken = changes.take()
    const askedMs = nowMs()
    try {
      const [row] = await rowsOf<{ position: string; system: string }>(
        primary.db,
        sql`select pg_current_wal_lsn()::text as position, ${sql.raw(SYSTEM)}`,
      )
      if (row === undefined) throw new Error('The database did not return its log position')
      const position = parsePosition(row.position)
      lag.seen(position, askedMs)
      taken.place(position)
      isPrimaryUp = true
      return row.system
    } catch {
      // Without the primary, the changes stay outstanding; reads of them go there and report the error themselves.
      taken.giveBack()
      return undefined
    }
  }

  async function askReplica(): Promise<{ position: LogPosition | undefined; system: string }> {
    client ??= await connectTo(options.url)
    const { rows } = await client.query<{ position: string | null; system: string }>(
      `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position, ${SYSTEM}`,
    )
    const [row] = rows
    return { position: row?.position ? parsePosition(row.position) : undefined, system: row?.system ?? '' }
  }

  async function poll(): Promise<void> {
    const system = await askPrimary()
    try {
      const found = await askReplica()
      if (found.position === undefined || (system !== undefined && found.system !== system)) {
        lagMs = undefined
        become('no replica')
        return
      }
      changes.replayed(found.position)
      lagMs = lag.replayed(found.position, nowMs())
      become(lagMs > maxLagMs ? 'late' : 'in use')
    } catch {
      const lost = client
      client = undefined
      lagMs = undefined
      become('away')
      // Not awaited: a dead machine does not respond to the close either.
      lost?.end().catch(() => {})
    }
  }

  function pollIn(ms: number): void {
    clearTimeout(timer)
    if (isClosed) return
    dueMs = nowMs() + ms
    timer = setTimeout(() => {
      polling = poll().finally(() => {
        polling = undefined
        const isUseful = changes.isWaiting() && isPrimaryUp && state === 'in use'
        pollIn(isUseful ? POLL_SOON_MS : POLL_MS)
      })
    }, ms)
    timer.unref()
  }

  pollIn(0)

  return {
    isInUse: () => state === 'in use',
    lagMs: () => lagMs,
    isFresh: () => state === 'in use' && nowMs() - lag.completeAsOfMs() <= maxLagMs,
    pollSoon: () => {
      // Changes that follow each other closely must not postpone the poll.
      const isSooner = nowMs() + POLL_SOON_MS < dueMs
      if (isSooner && polling === undefined && state === 'in use') pollIn(POLL_SOON_MS)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await polling
      if (client !== undefined) await endClient(client)
    },
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'jara-replica-watch',
    connectionTimeoutMillis: RESPONSE_MS,
    query_timeout: RESPONSE_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** PostgreSQL writes a position as two hexadecimal halves: 1/6B374D0. */
function parsePosition(text: string): LogPosition {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
