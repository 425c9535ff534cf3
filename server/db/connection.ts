import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { Refusal } from '#server/refusal.ts'
import { openSession } from './embedded-session.ts'
import { type Listener, openListener, type Subscriber } from './listen.ts'
import { lockDataFolder, lockFile } from './lock.ts'
import { type BeforeMigrating, migrate } from './migrate.ts'
import { directClient, endSilent, openEmbeddedPool, openPool, withClient } from './pool.ts'
import { hasRoleLimits, setRoleLimits } from './role-limits.ts'

/** The common query layer of both databases, and of a transaction. Inside a transaction use only the transaction. */
export type Database = PgDatabase<PgQueryResultHKT>

export type JobsDatabase = NonNullable<ConstructorOptions['db']>

export type Connection = {
  kind: 'embedded' | 'postgres'
  db: Database
  /** The same database behind the job queue's interface. */
  jobsDatabase: JobsDatabase
  /** Subscribes to every NOTIFY on a channel, from any process; returns the unsubscribe function. */
  listen: Listener['listen']
  close: () => Promise<void>
}

/** Advisory lock for changing the schema, by a migration or a restore. */
export const MIGRATION_LOCK = 'jara.migrate'

/** Where the embedded database is in the data folder. */
const databaseFolder = (dataDir: string) => join(dataDir, 'database')

export type EmbeddedOptions = {
  beforeMigrating?: BeforeMigrating | undefined
  /** With 'refuse', a folder without a database is a Refusal. */
  whenAbsent?: 'create' | 'refuse'
  /** The database has broken down (embedded-session.ts): every statement fails from now on. */
  onBreakdown?: (error: Error) => void
}

/** Opens PGlite in `dataDir`, or in memory without one (tests). Throws if another process uses the folder. */
export async function openEmbedded(
  dataDir?: string,
  { beforeMigrating, whenAbsent = 'create', onBreakdown }: EmbeddedOptions = {},
): Promise<Connection> {
  let lock: { release: () => void } | undefined
  if (dataDir !== undefined) {
    // A lock file without a database may belong to a shop that is creating one: then the lock below is taken.
    if (whenAbsent === 'refuse' && !existsSync(lockFile(dataDir))) refuseAbsent(dataDir)
    mkdirSync(dataDir, { recursive: true })
    lock = lockDataFolder(dataDir)
  }
  try {
    if (dataDir !== undefined) {
      const folder = databaseFolder(dataDir)
      if (whenAbsent === 'refuse') refuseAbsent(dataDir)
      await createOnce(folder)
      keepToOwner(folder)
    }
    const database = await openPglite(dataDir === undefined ? undefined : databaseFolder(dataDir))
    const connection = connectEmbedded(database, onBreakdown)
    try {
      await migrate(connection.db, beforeMigrating)
    } catch (error) {
      await connection.close()
      throw error
    }
    return {
      ...connection,
      close: async () => {
        await connection.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** The shop's access to an embedded database with its schema; closing it closes the database. */
export function connectEmbedded(database: PGlite, onBreakdown?: EmbeddedOptions['onBreakdown']): Connection {
  const session = openSession(database, onBreakdown)
  const pool = openEmbeddedPool(session)
  return {
    kind: 'embedded',
    ...overPool(pool),
    listen: listenEmbedded(pool),
    close: async () => {
      // Who still waits gets their turn: a pool that is ending forgets them.
      while (pool.waitingCount > 0 && !session.isBroken()) (await pool.connect()).release()
      await pool.end()
      if (!session.isBroken()) await database.close()
    },
  }
}

/** The session that changes the database is also the one that listens. */
function listenEmbedded(pool: pg.Pool): Listener['listen'] {
  const subscribers = new Map<string, Set<Subscriber>>()
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => {
      for (const each of subscribers.get(channel) ?? []) each.onPayload(payload ?? '')
    })
  })
  return async (channel, subscriber) => {
    const others = subscribers.get(channel) ?? new Set()
    subscribers.set(channel, others.add(subscriber))
    await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
    return async () => void others.delete(subscriber)
  }
}

function refuseAbsent(dataDir: string): void {
  if (existsSync(databaseFolder(dataDir))) return
  throw new Refusal(`There is no shop in ${dataDir}. Set DATABASE_URL or DATA_DIR as the shop has them.`)
}

/**
 * PostgreSQL's default of 128 MB would be the largest allocation of the process. Pages that do not fit are read from the
 * operating system's file cache.
 */
const SHARED_BUFFERS_MB = 32

function openPglite(folder: string | undefined): Promise<PGlite> {
  return PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS_MB}MB`],
  })
}

/** Creates a new database in a sibling folder and renames it: a full disk or a kill leaves no partial database. */
async function createOnce(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  const remove = () => rmSync(unfinished, { recursive: true, force: true })
  remove()
  try {
    mkdirSync(unfinished, { mode: OWNER_ONLY })
    const client = await openPglite(unfinished)
    await client.close()
    renameSync(unfinished, folder)
  } catch (error) {
    remove()
    throw error
  }
}

/** PGlite's own files can be read and written by everyone, so the folder around them must be closed. */
const OWNER_ONLY = 0o700

/** Another user's folder is left as it is: opening its files decides. */
function keepToOwner(folder: string): void {
  try {
    chmodSync(folder, OWNER_ONLY)
  } catch {}
}

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
    kind: 'postgres',
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
