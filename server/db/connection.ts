import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { type Listener, listenOn } from './listen.ts'
import { lockDataFolder } from './lock.ts'
import { type BeforeMigrating, migrate } from './migrate.ts'
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
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

/** Held by whoever changes the schema: a migration, or a restore. */
export const MIGRATION_LOCK = 'jara.migrate'
/** What PostgreSQL shows of our connections, by which a restore sees that a shop is still open. */
export const APPLICATION_NAME = 'jara'
const EXTENSIONS = 'create extension if not exists fuzzystrmatch;'

/** PGlite in `dataDir`, or in memory without one (tests). Refuses a folder that another process uses. */
export async function openEmbedded(dataDir?: string, beforeMigrating?: BeforeMigrating): Promise<Connection> {
  let lock: { release: () => void } | undefined
  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true })
    lock = lockDataFolder(dataDir)
  }
  try {
    if (dataDir !== undefined) await createOnce(join(dataDir, 'database'))
    const client = await PGlite.create({
      ...(dataDir === undefined ? {} : { dataDir: join(dataDir, 'database') }),
      extensions: { fuzzystrmatch },
    })
    const db = drizzlePglite(client, { schema }) as unknown as Database
    try {
      await client.exec(EXTENSIONS)
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

/** Makes the files of a new database beside their place and moves them there whole: a full disk or a kill leaves no half of one. */
async function createOnce(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  const remove = () => rmSync(unfinished, { recursive: true, force: true })
  remove()
  try {
    const client = await PGlite.create({ dataDir: unfinished })
    await client.close()
    renameSync(unfinished, folder)
  } catch (error) {
    remove()
    throw error
  }
}

/** PostgreSQL 15 or newer at `url`. Sessions get the lock, statement and idle limits of our own (ms). */
export async function openPostgres(
  url: string,
  poolSize: number,
  beforeMigrating?: BeforeMigrating,
): Promise<Connection> {
  const settings =
    '-c lock_timeout=3000 -c statement_timeout=5000 -c idle_in_transaction_session_timeout=10000'
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    options: settings,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: 5_000,
  })
  // A connection that breaks is replaced at its next use, and whoever waits for its answer is told; without listeners,
  // one that breaks while idle in the pool or between two statements of a transaction would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await migrateOnce(url, beforeMigrating)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    kind: 'postgres',
    db: drizzlePg(pool, { schema }) as unknown as Database,
    jobsDatabase: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    listen: (channel, listener) => listenOn(url, channel, listener),
    close: () => pool.end(),
  }
}

/** Several processes may start at once: an advisory lock lets one migrate while the others wait. */
async function migrateOnce(url: string, beforeMigrating: BeforeMigrating | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [MIGRATION_LOCK])
    await client.query(EXTENSIONS)
    await migrate(drizzlePg(client, { schema }) as unknown as Database, beforeMigrating)
  } finally {
    await client.end()
  }
}
