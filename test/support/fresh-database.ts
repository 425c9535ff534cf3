import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { type Connection, openPostgres } from '#server/db/connection.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { createMetrics } from '#server/metrics/metrics.ts'

/** Migrated, and prepared for jobs. Nobody may be connected to it while it is copied. */
const TEMPLATE = 'jara_template'

/** Makes the database on a server that openFreshDatabase copies. */
export async function makeTemplate(url: string): Promise<void> {
  await onServer(url, `create database ${TEMPLATE}`)
  const connection = await openPostgres(urlOf(url, TEMPLATE), 2)
  const jobs = createJobs({
    database: connection.jobsDatabase,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    polling: false,
  })
  await jobs.start()
  await jobs.stop()
  await connection.close()
}

/** An empty, migrated database on the server of the run (database-setup.ts). */
export function createFreshDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: is this a database test?')
  return createOnServer(server, TEMPLATE)
}

/** An empty, migrated database for one test file; `close` removes it. */
export async function openFreshDatabase(): Promise<Connection & { url: string }> {
  const database = await createFreshDatabase()
  const connection = await openPostgres(database.url, 10)
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
