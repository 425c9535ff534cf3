import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { embeddedDataDir, type PostgresHost } from './database.ts'
import type { FixedAnswer } from './fixed-answer-process.ts'
import { cpuMsOfFamily, parentOf } from './process-cost.ts'
import type { Recording } from './recorded-statement.ts'
import { type ServerProcess, startFloor, startShop } from './server-process.ts'
import type { StatementFloor } from './statement-process.ts'

export const DATABASES = ['PostgreSQL', 'embedded'] as const
export type DatabaseKind = (typeof DATABASES)[number]

/** Connections of the shop's pool as it comes, and as many for a floor. */
const POOL_SIZE = 10

/** A database with a catalogue, and the servers that are started on it. All that was started ends with `close`. */
export type Scene = {
  database: DatabaseKind
  products: number
  /** The address on PostgreSQL. */
  databaseUrl: string | undefined
  /** Where the shop that was started last keeps its files. */
  dataDir: string
  /** On the embedded database only one shop at a time: `stop` the one before. */
  startShop: (env?: Record<string, string>) => Promise<ServerProcess>
  /** A bare server that sends these statements to the same database, or to a copy of the same embedded one. */
  startStatements: (
    recordings: readonly Recording[],
    writing?: StatementFloor['writing'],
  ) => Promise<ServerProcess>
  /** A bare server that sends this answer whatever is asked. */
  startFixed: (answer: FixedAnswer) => Promise<ServerProcess>
  /** The stand-in of the payment provider, and what a shop must be told to use it. */
  startProvider: () => Promise<ServerProcess & { env: Record<string, string> }>
  /** Processor time of the database server; empty when it works inside of the shop. */
  databaseCpuMs: { database?: () => number | undefined }
  close: () => Promise<void>
}

export async function openScene(
  postgres: PostgresHost,
  place: { database: DatabaseKind; products: number },
): Promise<Scene> {
  const closings: (() => Promise<void> | void)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'jara-bench-'))
  closings.push(() => rmSync(folder, { recursive: true, force: true }))
  const started = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    closings.push(server.stop)
    return server
  }
  const copyOfData = async () => {
    const copy = await embeddedDataDir(place.products)
    closings.push(copy.remove)
    return copy.path
  }
  const databaseUrl =
    place.database === 'PostgreSQL' ? await postgres.withProducts(place.products) : undefined
  const dataDir = databaseUrl === undefined ? await copyOfData() : folder
  const shopEnv = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
  const postmaster = databaseUrl === undefined ? undefined : await postmasterOf(databaseUrl)
  return {
    ...place,
    databaseUrl,
    dataDir,
    startShop: (env = {}) => started(startShop({ ...shopEnv, ...env })),
    startStatements: async (recordings, writing) => {
      const file = join(folder, `statements-${closings.length}.json`)
      writeFileSync(file, JSON.stringify(recordings))
      const settings: StatementFloor = {
        file,
        database:
          databaseUrl === undefined
            ? { dataDir: await copyOfData() }
            : { url: databaseUrl, poolSize: POOL_SIZE },
        ...(writing === undefined ? {} : { writing }),
      }
      return started(startFloor('statement-process.ts', settings))
    },
    startFixed: (answer) => {
      const file = join(folder, `answer-${closings.length}.json`)
      writeFileSync(file, JSON.stringify(answer))
      return started(startFloor('fixed-answer-process.ts', { file }))
    },
    startProvider: async () => {
      const provider = await started(startFloor('provider-process.ts', {}))
      return { ...provider, env: { PAYSTACK_SECRET_KEY: 'sk_test_bench', PAYSTACK_URL: provider.url } }
    },
    databaseCpuMs: postmaster === undefined ? {} : { database: () => cpuMsOfFamily(postmaster) },
    close: async () => {
      for (const close of closings.splice(0).reverse()) await close()
    },
  }
}

/** The process that all of PostgreSQL's are children of. */
async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  return parent
}
