import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { pino } from 'pino'
import { type Connection, connectEmbedded, openPostgres } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { createMetrics } from '#server/metrics/metrics.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CACHE_DIR = join(ROOT, 'node_modules/.cache/jara')

/** An empty, migrated database for one test file; `close` removes it. */
export function openFreshDatabase(): Promise<Connection> {
  const url = process.env.TEST_DATABASE_URL
  return url ? openOnServer(url) : openFromDump()
}

/** Creating and migrating an embedded database takes seconds, loading a dump half a second: so it is created once and cached. */
async function openFromDump(): Promise<Connection> {
  const dump = join(CACHE_DIR, `${dumpName()}.tar`)
  if (!existsSync(dump)) await writeDump(dump)
  return connectEmbedded(await PGlite.create({ loadDataDir: new Blob([readFileSync(dump)]) }))
}

/** Depends on every file that determines the content of a new database. */
function dumpName(): string {
  const hash = createHash('sha256')
  const migrations = join(ROOT, 'server/db/migrations')
  for (const file of readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    hash.update(readFileSync(join(migrations, file)))
  }
  for (const file of [
    'server/db/connection.ts',
    'node_modules/@electric-sql/pglite/package.json',
    'node_modules/pg-boss/package.json',
  ]) {
    hash.update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Two processes may do this concurrently: each writes its own file, and the last rename wins. */
async function writeDump(path: string): Promise<void> {
  const database = await PGlite.create()
  const connection = connectEmbedded(database)
  await migrate(connection.db)
  const jobs = createJobs({
    database: connection.jobsDatabase,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    polling: false,
  })
  await jobs.start()
  await jobs.stop()
  const dump = await database.dumpDataDir('none')
  await connection.close()
  mkdirSync(CACHE_DIR, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, path)
  for (const old of readdirSync(CACHE_DIR).filter(
    (name) => name.endsWith('.tar') && join(CACHE_DIR, name) !== path,
  )) {
    rmSync(join(CACHE_DIR, old), { force: true })
  }
}

/** Creates a database without tables on a PostgreSQL server. */
export async function createOnServer(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `jara_test_${randomBytes(8).toString('hex')}`
  await onServer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => onServer(url, `drop database ${name} with (force)`) }
}

async function openOnServer(url: string): Promise<Connection> {
  const database = await createOnServer(url)
  const connection = await openPostgres(database.url, 10)
  return {
    ...connection,
    close: async () => {
      await connection.close()
      await database.drop()
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
