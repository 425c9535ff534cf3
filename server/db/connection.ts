import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import type pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { type Ear, openEar } from './listen.ts'
import { lockDataFolder } from './lock.ts'
import { type BeforeMigrating, migrate } from './migrate.ts'
import { directClient, endSilent, openPool } from './pool.ts'
import { hasRoleLimits, setRoleLimits } from './role-limits.ts'
import * as schema from './schema.ts'

/** The one query layer for both databases; a transaction is one too. Inside a transaction use only the transaction. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export type JobsDatabase = NonNullable<ConstructorOptions['db']>

export type Connection = {
  kind: 'embedded' | 'postgres'
  db: Database
  /** The same database as the job queue wants it. */
  jobsDatabase: JobsDatabase
  /** Hears every NOTIFY on the channel, from any process; answers how to stop. */
  listen: Ear['listen']
  close: () => Promise<void>
}

/** Held by whoever changes the schema: a migration, or a restore. */
export const MIGRATION_LOCK = 'jara.migrate'

/** PGlite in `dataDir`, or in memory without one (tests). Refuses a folder that another process uses. */
export async function openEmbedded(dataDir?: string, beforeMigrating?: BeforeMigrating): Promise<Connection> {
  let lock: { release: () => void } | undefined
  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true })
    lock = lockDataFolder(dataDir)
  }
  try {
    if (dataDir !== undefined) await createOnce(join(dataDir, 'database'))
    const client = await openPglite(dataDir === undefined ? undefined : join(dataDir, 'database'))
    const db = drizzlePglite(client, { schema }) as unknown as Database
    try {
      await migrate(db, beforeMigrating)
    } catch (error) {
      await client.close()
      throw error
    }
    return {
      kind: 'embedded',
      db,
      jobsDatabase: fromPglite(client),
      listen: async (channel, { onPayload }) => client.listen(channel, onPayload),
      close: async () => {
        await client.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/**
 * PostgreSQL's usual 128 MB of shared buffers would be the largest thing in the process. What they no longer hold is read
 * from the system's own cache of the files.
 */
const SHARED_BUFFERS_MB = 32

function openPglite(folder: string | undefined): Promise<PGlite> {
  return PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS_MB}MB`],
  })
}

/** Makes the files of a new database beside their place and moves them there whole: a full disk or a kill leaves no half of one. */
async function createOnce(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  const remove = () => rmSync(unfinished, { recursive: true, force: true })
  remove()
  try {
    const client = await openPglite(unfinished)
    await client.close()
    renameSync(unfinished, folder)
  } catch (error) {
    remove()
    throw error
  }
}

export type PostgresOptions = {
  beforeMigrating?: BeforeMigrating | undefined
  /** The server itself, where `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** A connection on which nothing is heard for so long is given up. Absent where statements may take their time. */
  silenceMs?: number
  /** Told in a sentence what the owner should know. */
  warn?: (sentence: string) => void
}

/** PostgreSQL 15 or newer at `url`. Sessions get limits of our own for locks, statements and idling. */
export async function openPostgres(
  url: string,
  poolSize: number,
  { beforeMigrating, directUrl, silenceMs, warn }: PostgresOptions = {},
): Promise<Connection> {
  const pooledRole = directUrl === undefined ? undefined : decodeURIComponent(new URL(url).username)
  await migrateOnce(directUrl ?? url, beforeMigrating, pooledRole)
  const pool = openPool(url, poolSize, directUrl === undefined ? 'direct' : 'pooled')
  if (silenceMs !== undefined) endSilent(pool, silenceMs)
  const ear = openEar(directUrl ?? url)
  try {
    if (pooledRole !== undefined && !(await hasRoleLimits(pool))) warn?.(OLD_LIMITS)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    kind: 'postgres',
    db: overPool(pool),
    jobsDatabase: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    listen: ear.listen,
    close: async () => {
      await ear.close()
      await pool.end()
    },
  }
}

/**
 * Gives a transaction's connection back whatever happens. Drizzle 0.45 keeps it when already `begin` fails, as it does
 * for whoever is handed a connection that has just broken: after a few restarts of the server the pool would be empty.
 */
function overPool(pool: pg.Pool): Database {
  const db = drizzlePg(pool, { schema }) as unknown as Database
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    try {
      return await (drizzlePg(client) as unknown as Database).transaction(run, config)
    } finally {
      client.release()
    }
  }
  return db
}

const OLD_LIMITS =
  'Some of the connections that the pooler holds open are older than the limits that the shop has set for its role (lock_timeout and others). They end with server_lifetime; RECONNECT at the pooler ends them now.'

/** Several processes may start at once: an advisory lock lets one migrate while the others wait. */
async function migrateOnce(
  url: string,
  beforeMigrating: BeforeMigrating | undefined,
  pooledRole: string | undefined,
): Promise<void> {
  const client = directClient(url)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [MIGRATION_LOCK])
    await migrate(drizzlePg(client, { schema }) as unknown as Database, beforeMigrating)
    if (pooledRole !== undefined) await setRoleLimits(client, pooledRole)
  } finally {
    await client.end()
  }
}
