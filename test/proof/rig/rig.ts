import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, type Database, openPostgres } from '#server/db/connection.ts'
import { joinEmbedded } from '#server/db/embedded/embedded.ts'
import { readEnv } from '#server/env.ts'
import { createOnServer } from '#test/support/fresh-database.ts'
import { sized } from '#test/support/proof.ts'
import { seedPlace } from '#test/support/purchase.ts'
import { openProviderProcess, PROVIDER_KEY, type Provider } from './provider.ts'
import { openShopProcess, type ShopProcess } from './shop-process.ts'
import { createStatementReader } from './statement.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export type RigOptions = {
  /** A PostgreSQL server to create a database on; without it a single process starts an embedded one. */
  postgresUrl?: string
  processes?: number
  rateLimits?: boolean
  env?: Record<string, string>
  /** The shop reaches database and provider without a proxy in between, for measurements: no network faults, no taps. */
  isDirect?: boolean
  /** Seeds the tables before the shop starts. */
  prepare?: (db: Database) => Promise<void>
}

/** Shop, database and provider as separate processes, and the connections between them. */
export type Rig = {
  /** The serving processes, oldest first; `replaceShop` changes it. */
  shops: ShopProcess[]
  shop: (index?: number) => ShopProcess
  /** What the serving processes complained about, without what a busy shop recovers from on its own. */
  complaints: () => string[]
  provider: Provider
  ways: Ways
  /** The data folder of an embedded database. */
  dataDir: string
  /** Accesses the tables directly. */
  withDatabase: <Result>(run: (db: Database) => Promise<Result>) => Promise<Result>
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
  const folder = mkdtempSync(join(tmpdir(), 'jara-rig-'))
  // Root starts an embedded database as a user who must be able to enter.
  chmodSync(folder, 0o755)
  const embedded = join(folder, 'data')
  const { postgresUrl } = options
  const database = postgresUrl === undefined ? undefined : await createOnServer(postgresUrl)
  let connection: Connection | undefined =
    database === undefined ? undefined : await openPostgres(database.url, 5)

  const withDatabase: Rig['withDatabase'] = async (run) => {
    if (connection !== undefined) return run(connection.db)
    // As one of the owner's commands, with or without an open shop.
    const server = await joinEmbedded({ dataDir: embedded, env: readEnv({}), say: () => {} })
    const opened = await openPostgres(server.url, 2)
    try {
      return await run(opened.db)
    } finally {
      await opened.close()
      await server.stop()
    }
  }
  await withDatabase(seedPlace)
  if (options.prepare) await withDatabase(options.prepare)

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
    DATA_DIR: embedded,
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
    dataDir: embedded,
    withDatabase,
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
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
