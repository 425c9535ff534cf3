import { drizzle } from 'drizzle-orm/node-postgres'
import type { ConstructorOptions } from 'pg-boss'
import { openListener } from './listen.ts'
import { type BeforeMigrating, migrate } from './migrate.ts'
import { directClient, openPool } from './pool.ts'
import { checkPooler } from './pooler.ts'
import { setRoleLimits } from './role-limits.ts'
import type { Database } from './rows.ts'

export type { Database }

export type JobsDatabase = NonNullable<ConstructorOptions['db']>

export type Connection = ReturnType<typeof openMigrated>

/** Advisory lock for changing the schema, by a migration or a restore. */
export const MIGRATION_LOCK = 'jara.migrate'

type PostgresOptions = {
  /** URL of the server itself, when `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** A statement without a response for this long has failed. Undefined where statements may take longer. */
  silenceMs?: number
}

/** Opens PostgreSQL 15 or newer at `url`, and migrates it. Sessions get the shop's limits for locks, statements and idling. */
export async function openPostgres(
  url: string,
  poolSize: number,
  { beforeMigrating, ...options }: PostgresOptions & { beforeMigrating?: BeforeMigrating | undefined } = {},
): Promise<Connection> {
  const { directUrl } = options
  await migrateOnce(directUrl ?? url, beforeMigrating, directUrl === undefined ? undefined : url)
  return openMigrated(url, poolSize, options)
}

/** The same for a database that has this version's schema. */
export function openMigrated(url: string, poolSize: number, { directUrl, silenceMs }: PostgresOptions = {}) {
  const pool = openPool(url, poolSize, directUrl === undefined ? 'direct' : 'pooled', {
    query_timeout: silenceMs,
  })
  const listener = openListener(directUrl ?? url)
  const db: Database = drizzle(pool)
  /** The same database behind the job queue's interface. */
  const jobsDatabase: JobsDatabase = { executeSql: (text, values) => pool.query(text, values) }
  return {
    db,
    jobsDatabase,
    listen: listener.listen,
    close: async (): Promise<void> => {
      await listener.close()
      await pool.end()
    },
  }
}

/** Several processes may start at once: the advisory lock lets one migrate while the others wait. */
async function migrateOnce(
  url: string,
  beforeMigrating: BeforeMigrating | undefined,
  pooledUrl: string | undefined,
): Promise<void> {
  const client = directClient(url)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [MIGRATION_LOCK])
    // Before the database changes: the former version could not be started again.
    if (pooledUrl !== undefined) {
      await setRoleLimits(client, decodeURIComponent(new URL(pooledUrl).username))
      await checkPooler(pooledUrl)
    }
    await migrate(drizzle(client), beforeMigrating)
  } finally {
    await client.end()
  }
}
