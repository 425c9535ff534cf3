import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { type Connection, openMigrated, openPostgres } from '#server/db/connection.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { getShared } from './shared.ts'

/** Makes the database that createFreshDatabase copies, and returns its URL. */
export async function makeTemplate(): Promise<string> {
  const { url } = await createOnServer(await getShared('postgres'))
  const connection = await openPostgres(url, 2)
  const jobs = createJobs({
    database: connection.jobsDatabase,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    polling: false,
  })
  await jobs.start()
  await jobs.stop()
  await connection.close()
  return url
}

/** An empty, migrated database on the server of the run. */
export async function createFreshDatabase(): Promise<TestDatabase> {
  return copyDatabase(await getShared('template'))
}

/** A copy of a database on the server of the run, to which nobody is connected. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  return createOnServer(await getShared('postgres'), new URL(url).pathname.slice(1))
}

/** An empty, migrated database for one test file; `close` removes it. */
export async function openFreshDatabase(): Promise<Connection & { url: string }> {
  const database = await createFreshDatabase()
  const connection = openMigrated(database.url, 10)
  return {
    ...connection,
    url: database.url,
    close: async () => {
      await connection.close()
      await database.drop()
    },
  }
}

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** Creates a database on a PostgreSQL server: without tables, or as a copy of another one. */
export async function createOnServer(url: string, template = 'template1'): Promise<TestDatabase> {
  const name = `jara_test_${randomBytes(8).toString('hex')}`
  await onServer(url, `create database ${name} template ${template} strategy file_copy`)
  return { url: urlOf(url, name), drop: () => onServer(url, `drop database ${name} with (force)`) }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Kept open between statements: to connect costs as much as to copy a database. */
const servers = new Map<string, pg.Pool>()

async function onServer(url: string, statement: string): Promise<void> {
  await (servers.get(url) ?? openServer(url)).query(statement)
}

function openServer(url: string): pg.Pool {
  const server = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server is stopped while the connection is idle.
  server.on('error', () => {})
  servers.set(url, server)
  return server
}
