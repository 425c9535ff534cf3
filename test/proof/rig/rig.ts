import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { type Connection, type Database, openPostgres } from '#server/db/connection.ts'
import { joinEmbedded } from '#server/db/embedded/embedded.ts'
import { rowsOf } from '#server/db/rows.ts'
import { readEnv } from '#server/env.ts'
import { createFreshDatabase, createOnServer, type TestDatabase } from '#test/support/fresh-database.ts'
import { sized } from '#test/support/proof.ts'
import { seedPlace, seedProduct } from '#test/support/purchase.ts'
import { newDataDir } from '#test/support/server.ts'
import { openProviderProcess, PROVIDER_KEY, type Provider } from './provider.ts'
import { openShopProcess, type ShopProcess } from './shop-process.ts'
import { createStatementReader } from './statement.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export type RigOptions = {
  /** A PostgreSQL server of its own, which the proof can kill. */
  postgresUrl?: string
  /** The data folder of an embedded database, which a single process starts. */
  dataDir?: string
  processes?: number
  rateLimits?: boolean
  env?: Record<string, string>
  /** The shop reaches database and provider without a proxy in between, for measurements: no network faults, no taps. */
  isDirect?: boolean
}

/** Shop, database and provider as separate processes, and the connections between them. */
export type Rig = {
  /** The serving processes, oldest first; `replaceShop` changes it. */
  shops: ShopProcess[]
  shop: (index?: number) => ShopProcess
  /** What the serving processes have complained about since the last call, without what a busy shop recovers from on its own. */
  complaints: () => string[]
  provider: Provider
  ways: Ways
  /** Accesses the tables directly. */
  withDatabase: <Result>(run: (db: Database) => Promise<Result>) => Promise<Result>
  rows: <Row extends Record<string, unknown>>(query: SQL) => Promise<Row[]>
  /** Adds a product of one colour and size. */
  stock: (id: string, quantity: number) => Promise<void>
  /** The current time of all processes. */
  nowMs: () => number
  /** Moves the clock of all processes forward. */
  advance: (ms: number) => Promise<void>
  /** Replaces a killed process, as a service manager does. */
  replaceShop: (index: number) => Promise<ShopProcess>
  close: () => Promise<void>
}

export type Ways = {
  /** shop → PostgreSQL; unused with an embedded database. */
  database: TcpProxy
  /** shop → provider */
  provider: TcpProxy
  /** provider → shop */
  webhook: TcpProxy
}

/**
 * A job that waited too long for a locked checkout runs again. The reduced versions share the machine with other proofs: there a
 * caller may also wait too long for the database, and is asked to come back.
 */
function isRecoveredFrom(line: string): boolean {
  if (line.includes('job failed, will be tried again')) return /55P03|57014/.test(line)
  return sized({ quick: line.includes('the database could not be asked'), whole: false })
}

export async function openRig(options: RigOptions): Promise<Rig> {
  const shops: ShopProcess[] = []
  const folder = newDataDir()
  const { dataDir = folder.path } = options
  const database = await createDatabase(options)
  let connection: Connection | undefined =
    database === undefined ? undefined : await openPostgres(database.url, 5)

  const withDatabase: Rig['withDatabase'] = async (run) => {
    if (connection !== undefined) return run(connection.db)
    // As one of the owner's commands, with or without an open shop.
    const server = await joinEmbedded({ dataDir, env: readEnv({}), say: () => {} })
    const opened = await openPostgres(server.url, 2)
    try {
      return await run(opened.db)
    } finally {
      await opened.close()
      await server.stop()
    }
  }
  await withDatabase(seedPlace)

  const ways: Ways = {
    database: await openTcpProxy(database ? [Number(new URL(database.url).port)] : [], () =>
      createStatementReader(true),
    ),
    provider: await openTcpProxy(),
    webhook: await openTcpProxy(),
  }
  const provider = await openProviderProcess(`http://127.0.0.1:${ways.webhook.port}/api/payment/webhook`)
  ways.provider.aim(provider.port)

  const databaseUrl = database && new URL(database.url)
  if (databaseUrl && !options.isDirect) databaseUrl.port = String(ways.database.port)
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl.href } : {}),
    PAYSTACK_SECRET_KEY: PROVIDER_KEY,
    PAYSTACK_URL: `http://127.0.0.1:${options.isDirect ? provider.port : ways.provider.port}`,
    RATE_LIMITS: options.rateLimits === false ? 'off' : 'on',
    // Buyers have different IP addresses, as behind the owner's reverse proxy.
    TRUST_PROXY: '1',
    // The rate is kept by the machine's clock, which the clock of a proof leaves behind.
    PAYMENT_CHECKS_PER_S: '200',
    ...options.env,
  }
  let aheadMs = 0
  const openShop = () => openShopProcess(env, aheadMs)
  const aimWebhooks = () => ways.webhook.aim(...shops.map((shop) => shop.port))
  async function replaceShop(index: number): Promise<ShopProcess> {
    const opened = await openShop()
    shops[index] = opened
    aimWebhooks()
    return opened
  }
  shops.push(...(await Promise.all(Array.from({ length: options.processes ?? 1 }, openShop))))
  aimWebhooks()

  return {
    shops,
    complaints: () => shops.flatMap((shop) => shop.complaints()).filter((line) => !isRecoveredFrom(line)),
    shop: (index = 0) => {
      const found = shops[index]
      if (found === undefined) throw new Error(`There is no process ${index}`)
      return found
    },
    provider,
    ways,
    withDatabase,
    rows: (query) => withDatabase((db) => rowsOf(db, query)),
    stock: (id, quantity) =>
      withDatabase((db) => seedProduct(db, { id, stock: [{ color: 'black', size: 'M', quantity }] })),
    nowMs: () => Date.now() + aheadMs,
    advance: async (ms) => {
      aheadMs += ms
      await Promise.all([...shops, provider].map((child) => child.tell({ advanceMs: ms })))
    },
    replaceShop,
    close: async () => {
      for (const way of Object.values(ways)) {
        way.tap()
        way.set()
      }
      await Promise.all(shops.map((shop) => shop.kill()))
      await provider.kill()
      for (const way of Object.values(ways)) await way.close()
      await connection?.close()
      connection = undefined
      // A rig that files share ends with its worker, when the server may have been stopped.
      await database?.drop().catch(() => {})
      folder.remove()
    },
  }
}

function createDatabase({ postgresUrl, dataDir }: RigOptions): Promise<TestDatabase> | undefined {
  if (dataDir !== undefined) return undefined
  return postgresUrl === undefined ? createFreshDatabase() : createOnServer(postgresUrl)
}

/** What the files that run in one worker share: in a whole run each has a worker of its own. */
const inWorker = test
  .extend('rigOptions', { scope: 'worker' }, (): RigOptions => ({ processes: 2, rateLimits: false }))
  .extend('sharedRig', { scope: 'worker' }, async ({ rigOptions }, { onCleanup }) => {
    const rig = await openRig(rigOptions)
    onCleanup(rig.close)
    return rig
  })

/** A rig for one file of proofs: with two processes and no rate limits, shared with others, unless it says otherwise. */
export function openRigScene(options?: RigOptions): Rig {
  const rig = {} as Rig
  if (options) {
    beforeAll(async () => void Object.assign(rig, await openRig(options)))
    afterAll(() => rig.close())
  } else {
    inWorker.beforeAll(({ sharedRig }) => {
      Object.assign(rig, sharedRig)
      rig.complaints()
    })
  }
  return rig
}
