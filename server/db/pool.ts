import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The name of our connections in pg_stat_activity, by which a restore detects a running shop. */
export const APPLICATION_NAME = 'jara'
/** A pooler's server connections keep the name of their last client, so this name does not show that a shop is running. */
const POOLED_NAME = 'jara-pooled'

const CONNECT_MS = 5_000

/** Limits for waiting for a lock, running a statement and idling in a transaction. */
export const SESSION_LIMITS_MS = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

/** Longer than any statement may take: a server that is silent for this long is gone, for example without power. */
export const SILENCE_MS = 2 * SESSION_LIMITS_MS.statement_timeout

/** Whether a URL leads to the server itself, or to a pooler in transaction mode. */
export type Way = 'direct' | 'pooled'

/** A single connection to the server itself, without the session limits: for migrations and LISTEN. */
export function directClient(url: string, more: pg.ClientConfig = {}): pg.Client {
  return createClient(url, {
    application_name: APPLICATION_NAME,
    // Overrides the role's limits, which are meant for pooled connections (role-limits.ts).
    options: Object.keys(SESSION_LIMITS_MS)
      .map((name) => `-c ${name}=0`)
      .join(' '),
    ...more,
  })
}

/** A single connection through a pooler. */
export const pooledClient = (url: string): pg.Client =>
  createClient(url, { application_name: POOLED_NAME, query_timeout: CONNECT_MS })

function createClient(url: string, more: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    ...more,
  })
  client.on('error', () => {})
  return client
}

/**
 * At most `size` connections. Direct connections set the session limits at startup; a pooler rejects such startup
 * parameters, so there they are set on the role (role-limits.ts).
 */
export function openPool(url: string, size: number, way: Way, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // A statement that times out then closes its connection at once: nothing can be sent behind it.
    pipeline: true,
    ...more,
    ...(way === 'direct'
      ? {
          application_name: APPLICATION_NAME,
          options: Object.entries(SESSION_LIMITS_MS)
            .map(([name, ms]) => `-c ${name}=${ms}`)
            .join(' '),
        }
      : { application_name: POOLED_NAME }),
  })
  // A broken connection is replaced at its next use, and pending queries reject. Without these listeners, a connection
  // that breaks while idle in the pool or between two statements of a transaction would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const GOODBYE_MS = 1_000

/** Ends a connection in order, but waits no longer than a second: a server that has fallen silent never confirms it. */
export async function endClient(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(GOODBYE_MS, undefined, { ref: false })])
}
