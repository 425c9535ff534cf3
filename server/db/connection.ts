import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { type Listener, openListener } from './listen.ts'
import { type BeforeMigrating, migrate } from './migrate.ts'
import { directClient, endSilent, openPool, withClient } from './pool.ts'
import { hasRoleLimits, setRoleLimits } from './role-limits.ts'

/** The query layer of the database, and of a transaction. Inside a transaction use only the transaction. */
export type Database = PgDatabase<PgQueryResultHKT>

export type JobsDatabase = NonNullable<ConstructorOptions['db']>

export type Connection = {
  db: Database
  /** The same database behind the job queue's interface. */
  jobsDatabase: JobsDatabase
  /** Subscribes to every NOTIFY on a channel, from any process; returns the unsubscribe function. */
  listen: Listener['listen']
  close: () => Promise<void>
}

/** Advisory lock for changing the schema, by a migration or a restore. */
export const MIGRATION_LOCK = 'jara.migrate'

export type PostgresOptions = {
  beforeMigrating?: BeforeMigrating | undefined
  /** URL of the server itself, when `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** Closes a connection that is silent for this long. Undefined where statements may take longer. */
  silenceMs?: number
  /** Receives a sentence for the shop's owner. */
  warn?: (sentence: string) => void
}

/** Opens PostgreSQL 15 or newer at `url`. Sessions get the shop's limits for locks, statements and idling. */
export async function openPostgres(
  url: string,
  poolSize: number,
  { beforeMigrating, directUrl, silenceMs, warn }: PostgresOptions = {},
): Promise<Connection> {
  const pooledRole = directUrl === undefined ? undefined : decodeURIComponent(new URL(url).username)
  await migrateOnce(directUrl ?? url, beforeMigrating, pooledRole)
  const pool = openPool(url, poolSize, directUrl === undefined ? 'direct' : 'pooled')
  if (silenceMs !== undefined) endSilent(pool, silenceMs)
  const listener = openListener(directUrl ?? url)
  try {
    if (pooledRole !== undefined && !(await hasRoleLimits(pool))) warn?.(OLD_LIMITS)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    ...overPool(pool),
    listen: listener.listen,
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

/**
 * Always releases a transaction's connection. Drizzle 0.45 leaks it when `begin` itself fails, as on a connection that has
 * just broken: after a few restarts of the server the pool would be exhausted.
 */
function overPool(pool: pg.Pool): Pick<Connection, 'db' | 'jobsDatabase'> {
  const db: Database = drizzle(pool)
  db.transaction = (run, config) =>
    withClient(pool, async (client) => {
      let isOver = false
      // What a failed transaction has left over would join the next one of this connection.
      const ofThisTransaction = Object.create(client, {
        query: {
          value: (...given: [string]) =>
            isOver ? Promise.reject(new Error('This transaction has ended')) : client.query(...given),
        },
      }) as typeof client
      try {
        return await drizzle(ofThisTransaction).transaction(run, config)
      } finally {
        isOver = true
      }
    })
  return { db, jobsDatabase: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) } }
}

const OLD_LIMITS =
  'Some connections of the pooler are older than the limits that the shop has set for its role (lock_timeout and others). They are closed after server_lifetime; RECONNECT in the pooler closes them now.'

/** Several processes may start at once: the advisory lock lets one migrate while the others wait. */
async function migrateOnce(
  url: string,
  beforeMigrating: BeforeMigrating | undefined,
  pooledRole: string | undefined,
): Promise<void> {
  const client = directClient(url)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [MIGRATION_LOCK])
    await migrate(drizzle(client), beforeMigrating)
    if (pooledRole !== undefined) await setRoleLimits(client, pooledRole)
  } finally {
    await client.end()
  }
}
