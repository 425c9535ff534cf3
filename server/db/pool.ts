import type { Socket } from 'node:net'
import pg from 'pg'
import { msLeftToWait } from './wait-limit.ts'

/** What PostgreSQL shows of our connections, by which a restore sees that a shop is still open. */
export const APPLICATION_NAME = 'jara'
/** A pooler's server connections keep the name of who used them last: it says nothing of a shop being open. */
const POOLED_NAME = 'jara-pooled'

const CONNECT_MS = 5_000

/** Nobody waits for a lock, runs a statement or idles within a transaction for longer. */
export const SESSION_LIMITS_MS = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

/** Longer than any statement may take: who has said nothing for so long will not, as when its machine has lost its power. */
export const SILENCE_MS = 2 * SESSION_LIMITS_MS.statement_timeout

/** Whether an address leads to the server itself, or to a pooler that gives each transaction another server connection. */
export type Way = 'direct' | 'pooled'

/** A single connection to the server itself, without the session limits: to migrate, to listen. */
export function directClient(url: string, more: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_MS,
    // A role's own limits, which are for the pooled connections (role-limits.ts), are not for these.
    options: Object.keys(SESSION_LIMITS_MS)
      .map((name) => `-c ${name}=0`)
      .join(' '),
    ...more,
  })
  client.on('error', () => {})
  return client
}

/**
 * At most `size` connections. Direct ones bring the session limits along; a pooler refuses start-up parameters of that
 * kind, so there they are the role's own (role-limits.ts).
 */
export function openPool(url: string, size: number, way: Way, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new LimitedPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    ...more,
    ...(way === 'direct'
      ? {
          application_name: APPLICATION_NAME,
          options: Object.entries(SESSION_LIMITS_MS)
            .map(([name, ms]) => `-c ${name}=${ms}`)
            .join(' '),
        }
      : { application_name: POOLED_NAME, Client: NamelessClient }),
  })
  // A connection that breaks is replaced at its next use, and whoever waits for its answer is told; without listeners,
  // one that breaks while idle in the pool or between two statements of a transaction would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/**
 * Ends each connection of the pool that is silent for so long, used or idle. Without it who waits for the answer of a
 * machine that is gone waits until the system gives up, a quarter of an hour, and so does everybody for the connection.
 */
export function endSilent(pool: pg.Pool, silenceMs: number): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client)
    stream.setTimeout(silenceMs, () => stream.destroy())
  })
}

/** What the driver speaks over; its types keep that to themselves. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** Waits for a connection no longer than whoever asks may wait (wait-limit.ts). */
class LimitedPool extends pg.Pool {
  override connect(...given: unknown[]): never {
    const { options } = this
    const usualMs = options.connectionTimeoutMillis ?? CONNECT_MS
    // The pool reads it while it is asked. 0 would be no limit.
    options.connectionTimeoutMillis = Math.max(1, Math.min(usualMs, msLeftToWait()))
    try {
      return super.connect(...(given as [])) as never
    } finally {
      options.connectionTimeoutMillis = usualMs
    }
  }
}

/**
 * Prepares nothing by name: a name lives in one server connection, and the next transaction may be on another. PgBouncer
 * follows names from 1.21 on and only where its owner lets it; a nameless statement works with every pooler.
 */
class NamelessClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [config, ...rest] = given
    const isNamed = typeof config === 'object' && config !== null && 'name' in config
    const nameless = isNamed ? { ...config, name: undefined } : config
    return super.query(nameless as string, ...(rest as [])) as never
  }
}
