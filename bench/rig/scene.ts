import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { PostgresHost } from './database.ts'
import type { FixedResponse } from './fixed-response-process.ts'
import { cpuMsOfFamily, parentOf } from './process-cost.ts'
import type { Recording } from './recorded-statement.ts'
import {
  type ProviderProcess,
  type ServerProcess,
  startFloor,
  startProvider,
  startShop,
} from './server-process.ts'
import type { StatementFloor } from './statement-process.ts'

export const DATABASES = ['PostgreSQL'] as const
export type DatabaseKind = (typeof DATABASES)[number]

/** The shop's default pool size, also used for a floor. */
const POOL_SIZE = 10

/** A database with a catalogue, and the servers started on it. `close` stops all of them. */
export type Scene = {
  database: DatabaseKind
  products: number
  databaseUrl: string
  /**
   * The shop with its default settings, running until another one is started. For subjects that can take it as another left
   * it: with the largest catalogue each start takes ten seconds.
   */
  sharedShop: () => Promise<ServerProcess>
  startShop: (env?: Record<string, string>) => Promise<ServerProcess>
  /** A bare server that sends these statements to the same database. */
  startStatements: (
    recordings: readonly Recording[],
    writing?: StatementFloor['writing'],
  ) => Promise<ServerProcess>
  /** A bare server that sends this response for every request. */
  startFixed: (response: FixedResponse) => Promise<ServerProcess>
  startProvider: () => Promise<ProviderProcess>
  /** Processor time of the database server. */
  databaseCpuMs: { database: () => number | undefined }
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
  let files = 0
  const newFile = () => join(folder, `${++files}.json`)
  const databaseUrl = await postgres.withProducts(place.products)
  const shopEnv = { DATA_DIR: folder, DATABASE_URL: databaseUrl }
  const postmaster = await postmasterOf(databaseUrl)
  let shared: ServerProcess | undefined
  return {
    ...place,
    databaseUrl,
    sharedShop: async () => {
      shared ??= await started(startShop(shopEnv))
      return shared
    },
    startShop: async (env = {}) => {
      await shared?.stop()
      shared = undefined
      return started(startShop({ ...shopEnv, ...env }))
    },
    startStatements: async (recordings, writing) => {
      const file = newFile()
      writeFileSync(file, JSON.stringify(recordings))
      const settings: StatementFloor = {
        file,
        database: { url: databaseUrl, poolSize: POOL_SIZE },
        ...(writing === undefined ? {} : { writing }),
      }
      return started(startFloor('statement-process.ts', settings))
    },
    startFixed: (response) => {
      const file = newFile()
      writeFileSync(file, JSON.stringify(response))
      return started(startFloor('fixed-answer-process.ts', { file }))
    },
    startProvider: async () => {
      const provider = await startProvider()
      closings.push(provider.stop)
      return provider
    },
    databaseCpuMs: {
      database: () => (postmaster === undefined ? undefined : cpuMsOfFamily(postmaster)),
    },
    close: async () => {
      for (const close of closings.splice(0).reverse()) await close()
    },
  }
}

/** The parent of all PostgreSQL processes. */
async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  return parent
}
