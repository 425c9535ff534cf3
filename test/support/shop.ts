import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { createApp } from '#server/app.ts'
import { createLiveIndex, type LiveIndex } from '#server/catalogue-index/live-index.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Dependencies, Settings } from '#server/dependencies.ts'
import type { AppEnv } from '#server/http/router.ts'
import { createResponder } from '#server/http-cache/serve-cached.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { createMailboxTransport } from '#server/mail/mailbox.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { createPaystack } from '#server/payment/paystack/paystack.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { catalogueSource, type StockLedger } from '#server/product/store.ts'
import { type ChangeSubscribers, subscribeToChanges } from '#server/product/subscribe-to-changes.ts'
import { openLiveLists } from '#server/staff/live-lists.ts'
import { readTextPages } from '#server/text-page/read.ts'
import { defineWork } from '#server/work.ts'
import { openFreshDatabase } from './fresh-database.ts'

const PUBLIC_URL = 'http://localhost:3000'
const SANDBOX_URL = `${PUBLIC_URL}/sandbox`
const LAST_NOTICE = 'jara_test_last_notice'
/** The provider's secret key in tests; it also signs webhooks. */
export const PROVIDER_KEY = 'sk_test_of_the_test_shop'
export const signEvent = (body: string | Uint8Array, key = PROVIDER_KEY) =>
  createHmac('sha512', key).update(body).digest('hex')

export type TestShop = Omit<Dependencies, 'sandbox'> & {
  /** The provider's sandbox, which this shop's payments go to. It delivers webhooks in process. */
  sandbox: Sandbox
  app: Hono<AppEnv>
  connection: Connection
  databaseUrl: string
  /** Where its pictures are stored. */
  picturesDir: string
  /** The shop's clock; set `now` to move it. */
  clock: { now: number }
  request: (path: string, init?: RequestInit) => Promise<Response>
  /** The same without waiting for notifications that are still on their way. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends and receives JSON. */
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: ReturnType<typeof JSON.parse>; headers: Headers }>
  close: () => Promise<void>
}

export type ShopOverrides = Partial<Omit<Dependencies, 'settings'>> & { settings?: Partial<Settings> }

/** A complete shop without a socket, on an empty database of its own. */
export async function openTestShop({ settings, ...overrides }: ShopOverrides = {}): Promise<TestShop> {
  const connection = await openFreshDatabase()
  const log = pino({ level: 'silent' })
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') }
  const metrics = createMetrics()
  const jobs = createJobs({ database: connection.jobsDatabase, log, metrics, polling: false })
  const picturesDir = mkdtempSync(join(tmpdir(), 'jara-pictures-'))
  const now = () => new Date(clock.now)
  const productIndex = createLiveIndex({ source: catalogueSource(connection.db), log })
  const untilNotified = await subscribeToAll(connection, {
    productIndex,
    cache: overrides.cache,
    ledger: NO_LEDGER,
    now,
    log,
  })
  let request = async (_path: string, _init?: RequestInit): Promise<Response> => {
    throw new Error('The shop is not open yet')
  }
  const sandbox = createSandbox({
    secretKey: PROVIDER_KEY,
    publicUrl: SANDBOX_URL,
    webhookUrl: `${PUBLIC_URL}/api/payment/webhook`,
    webhookRetryMs: [],
    // Long enough that no timer completes a refund: tests do so by the shop's clock.
    refundDelayMs: 3_600_000,
    fetch: (input, init) => request(String(input), init),
    now,
  })
  const liveLists = await openLiveLists(connection)
  const dependencies: Dependencies = {
    db: connection.db,
    productIndex,
    now,
    log,
    metrics,
    jobs,
    liveLists,
    provider: createPaystack({
      secretKey: PROVIDER_KEY,
      baseUrl: SANDBOX_URL,
      sandboxOrigin: PUBLIC_URL,
      retryWaitMs: 1,
      now: () => clock.now,
      fetch: async (url, init) => sandbox.app.request(url.replace(SANDBOX_URL, ''), init),
    }),
    mail: createMailboxTransport(connection.db, now),
    // Only the tests of announcements need them; in all others they would only add notifications.
    stockAnnouncer: { moved: () => {}, stop: async () => {} },
    sandbox: sandbox.app,
    pictureStore: createFolderStore(picturesDir),
    textPages: readTextPages(join(import.meta.dirname, '../../pages')),
    settings: {
      publicUrl: PUBLIC_URL,
      isLoopback: true,
      appSecret: 'a secret for tests only, long enough to pass',
      // The cheapest that Argon2id allows: only its own tests need the cost that the shop has.
      hashCost: { memory: 8, passes: 1, parallelism: 1 },
      paymentChannels: ['card'],
      // A sweep waits for this rate.
      paymentChecksPerS: 1_000,
      refundLimit: 5_000_000,
      databasePool: 10,
      devMailbox: true,
      rateLimits: true,
      workRounds: 1,
      trustProxy: 0,
      ...settings,
    },
    ...overrides,
  }
  const app = createApp(dependencies)
  defineWork(dependencies)
  await jobs.start()
  const ask = inFrontOf(app, overrides.cache, () => clock.now)
  request = async (path, init) => {
    if (init?.method === undefined || init.method === 'GET') await untilNotified()
    return ask(path, init)
  }
  return {
    ...dependencies,
    picturesDir,
    sandbox,
    app,
    connection,
    databaseUrl: connection.url,
    clock,
    request,
    ask,
    call: async (method, path, body, headers = {}) => {
      const response = await request(path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        body: text === '' ? undefined : JSON.parse(text),
        headers: response.headers,
      }
    },
    close: async () => {
      await liveLists.stop()
      await sandbox.stop()
      await jobs.stop()
      await productIndex.stop()
      await connection.close()
      rmSync(picturesDir, { recursive: true, force: true })
    },
  }
}

/** Requests from the cache, as the network does, or from the app if there is no cache. */
function inFrontOf(app: Hono<AppEnv>, cache: Dependencies['cache'], now: () => number): TestShop['ask'] {
  const respond = cache && createResponder(app, { cache, now })
  return async (path, init) => {
    const headers = new Headers(init?.headers)
    const found = respond?.({
      method: init?.method ?? 'GET',
      target: path,
      acceptEncoding: headers.get('accept-encoding') ?? '',
      ifNoneMatch: headers.get('if-none-match') ?? undefined,
      saveData: headers.get('save-data') ?? undefined,
    })
    if (found === undefined) return app.request(path, init)
    const reply = await found.reply
    return new Response(reply.body && new Uint8Array(reply.body), reply)
  }
}

/** Without moves that nobody announced: reading it would add statements. */
export const NO_LEDGER: StockLedger = { findLastMove: async () => 0, listMovedSince: async () => [] }

/**
 * The shop listens for changes as in production, and responds with what it has received so far; a test expects to see its
 * own writes immediately. Notifications of one connection arrive in the order of their transactions: once the last one has
 * arrived, so have all others.
 */
async function subscribeToAll(
  connection: Connection,
  subscribers: ChangeSubscribers & { productIndex: LiveIndex },
): Promise<() => Promise<void>> {
  await subscribeToChanges(connection, subscribers)
  const waiting = new Map<string, () => void>()
  await connection.listen(LAST_NOTICE, {
    onPayload: (payload) => waiting.get(payload)?.(),
    onGap: () => {},
  })
  let announced = 0
  return async () => {
    await subscribers.productIndex.read()
    announced += 1
    const last = String(announced)
    const notified = new Promise<void>((done) => {
      waiting.set(last, done)
    })
    // Is not counted as a statement of the shop.
    await connection.jobsDatabase.executeSql('select pg_notify($1, $2)', [LAST_NOTICE, last])
    await notified
    waiting.delete(last)
    await subscribers.productIndex.settled()
  }
}
