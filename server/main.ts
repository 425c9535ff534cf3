import cluster from 'node:cluster'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { shop } from '#shop.config'
import { createApp } from './app.ts'
import { backupBeforeMigrating } from './backup/before-migrating.ts'
import { importFirstCatalogue } from './catalogue/import.ts'
import { createLiveIndex } from './catalogue-index/live-index.ts'
import { createProgress } from './cli/progress.ts'
import { type Connection, openPostgres } from './db/connection.ts'
import { type EmbeddedServer, startEmbedded } from './db/embedded/embedded.ts'
import { SILENCE_MS } from './db/pool.ts'
import type { Dependencies } from './dependencies.ts'
import { type Env, readEnv } from './env.ts'
import { type HttpServer, openHttpServer } from './http/http-server.ts'
import { createResponseCache } from './http-cache/response-cache.ts'
import { serveCached } from './http-cache/serve-cached.ts'
import { createJobs } from './jobs/queue.ts'
import { createLog } from './log/log.ts'
import { createMailboxTransport } from './mail/mailbox.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import { joinMetrics } from './metrics/cluster-metrics.ts'
import { createMetrics } from './metrics/metrics.ts'
import { openProvider } from './open-provider.ts'
import { createStockAnnouncer } from './order/announce.ts'
import { loadBuiltPages } from './pages/built.ts'
import { loadDevPages } from './pages/dev.ts'
import { measureProvider } from './payment/connection/measured-provider.ts'
import { openPictureStore } from './pictures/open-picture-store.ts'
import type { PictureStore } from './pictures/picture-store.ts'
import { warmCardPictures } from './pictures/warm.ts'
import {
  countProcesses,
  leaveCluster,
  openProcesses,
  ProcessFailedError,
  reportOpened,
} from './process/cluster.ts'
import { endProcess } from './process/end-process.ts'
import { checkLocalhost } from './process/localhost-port.ts'
import { plainStartError } from './process/start-error.ts'
import { NO_ROOM, outliveReaders } from './process/unread-output.ts'
import { type Closing, closeAll, runUntilSignal } from './process/until-signal.ts'
import { catalogueSource } from './product/store.ts'
import { subscribeToChanges } from './product/subscribe-to-changes.ts'
import { readSettings } from './settings.ts'
import { defineWork } from './work.ts'

const ROOT = resolve(import.meta.dirname, '..')

type App = ReturnType<typeof createApp>

/**
 * Starts the shop and returns a function that stops it. If the start fails or is aborted, whatever is already open is
 * closed again.
 */
async function start(env: Env, options: { isDev: boolean; stopping: AbortSignal }): Promise<Closing> {
  const { stopping } = options
  const closings: Closing[] = []
  /**
   * Where work comes from (HTTP, the job queue): closed first and all at once, while everything that running work needs
   * is still open.
   */
  const workSources: Closing[] = []
  const stop = () => closeAll(workSources.splice(0), closings.splice(0))
  try {
    const log = createLog({
      level: env.logLevel,
      format: env.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    })
    const dataDir = resolve(ROOT, env.dataDir)
    const pictureStore = openPictureStore(join(dataDir, 'pictures'), env.pictureBucket)
    prepareFolder(dataDir)

    // A worker does not accept connections before it can serve them: the other workers can.
    const early = cluster.isWorker ? undefined : await openHttpServer(env.port, env.host)
    if (early) workSources.push(early.close)
    const port = early?.port ?? env.port
    const publicUrl = env.port === 0 ? `http://localhost:${port}` : env.publicUrl
    await checkPictureStore(pictureStore)

    const databaseUrl = env.databaseUrl ?? (await startDatabase(env, closings)).url
    const connection = await openDatabase({ ...env, databaseUrl }, dataDir, log)
    closings.push(connection.close)
    stopping.throwIfAborted()
    const { db } = connection
    const now = () => new Date()
    const isNewCatalogue = await loadDemoCatalogue(env, { db, pictureStore, now })
    stopping.throwIfAborted()

    const metrics = createMetrics(String(cluster.worker?.id ?? 1), cluster.isWorker ? joinMetrics : undefined)
    const jobs = createJobs({ database: connection.jobsDatabase, log, metrics })
    const payment = await openProvider(env, connection, { dataDir, publicUrl, port, log })
    closings.push(payment.close)
    const stockAnnouncer = createStockAnnouncer({ db, log })
    closings.push(stockAnnouncer.stop)
    const cache =
      options.isDev || env.cacheBytes === 0
        ? undefined
        : createResponseCache({ maxBytes: env.cacheBytes, now: Date.now })
    if (cache) metrics.watchCache(cache)
    const productIndex = createLiveIndex({ source: catalogueSource(db), log })
    closings.push(productIndex.stop)
    metrics.watchCatalogue(productIndex.behindMs)
    closings.push(
      await subscribeToChanges(connection, { productIndex, now, log, ...(cache ? { cache } : {}) }),
    )
    await productIndex.read()
    const dependencies: Dependencies = {
      db,
      productIndex,
      now,
      log,
      metrics,
      jobs,
      pictureStore,
      provider: measureProvider(payment.provider, metrics),
      stockAnnouncer,
      ...(cache ? { cache } : {}),
      ...(payment.sandbox ? { sandbox: payment.sandbox } : {}),
      mail: env.smtpUrl
        ? createSmtpTransport({ url: env.smtpUrl, from: env.mailFrom })
        : createMailboxTransport(db, now),
      settings: await readSettings(env, db, publicUrl),
    }
    defineWork(dependencies)
    stopping.throwIfAborted()
    await jobs.start()
    workSources.push(jobs.stop)

    const openHttp = async () => {
      const http = early ?? (await openHttpServer(env.port, env.host, leaveCluster))
      if (!early) workSources.push(http.close)
      return http
    }
    const app = options.isDev
      ? await serveFromSources(await openHttp(), dependencies, closings)
      : await serveBuilt(openHttp, dependencies)
    if (isNewCatalogue) closings.push(warmCardPictures(app.request, pictureStore))
    if (cluster.isWorker) reportOpened(publicUrl)
    else sayOpened(publicUrl)
    return stop
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

async function serveBuilt(openHttp: () => Promise<HttpServer>, dependencies: Dependencies): Promise<App> {
  const app = createApp({ ...dependencies, pages: await loadBuiltPages(join(ROOT, 'dist')) })
  const { cache, settings } = dependencies
  const http = await openHttp()
  const listener = listenerFor(app, settings)
  http.respondWith(cache ? serveCached(app, { ...dependencies, cache }, listener) : listener)
  return app
}

async function serveFromSources(
  http: HttpServer,
  dependencies: Dependencies,
  closings: Closing[],
): Promise<App> {
  const dev = await loadDevPages(ROOT, http.server)
  closings.push(dev.close)
  const app = createApp({ ...dependencies, pages: dev.pages })
  const listener = listenerFor(app, dependencies.settings)
  http.respondWith((request, response) =>
    dev.middleware(request, response, () => void listener(request, response)),
  )
  return app
}

/** A request without a Host is for the shop: HTTP/1.0 needs none, and health checks of some load balancers send none. */
function listenerFor(app: App, { publicUrl }: Pick<Dependencies['settings'], 'publicUrl'>) {
  return getRequestListener(app.fetch, { hostname: new URL(publicUrl).host })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  accessSync(folder, constants.W_OK)
}

function sayOpened(publicUrl: string): void {
  say(`${shop.brand} is open at ${publicUrl}`)
}

/** Reports a wrong key or bucket at startup rather than with the first picture. */
async function checkPictureStore(store: PictureStore): Promise<void> {
  await store.read('originals/none')
}

/** Starts the embedded database, which `closings` will stop last. */
async function startDatabase(env: Env, closings: Closing[]): Promise<EmbeddedServer> {
  const onCrash = (log: string) => {
    say(
      `${log}The embedded database has ended, so the shop ends: start it again, and what was confirmed is there. If the disk is full, free some space first.`,
    )
    // At once: nothing can be closed in order any more.
    process.exit(1)
  }
  const server = await startEmbedded({ env, dataDir: resolve(ROOT, env.dataDir), say, onCrash })
  closings.push(server.stop)
  return server
}

function openDatabase(env: Env & { databaseUrl: string }, dataDir: string, log: Logger): Promise<Connection> {
  return openPostgres(env.databaseUrl, env.databasePool, {
    beforeMigrating: backupBeforeMigrating(dataDir, () => new Date(), say),
    directUrl: env.databaseDirectUrl,
    silenceMs: SILENCE_MS,
    warn: (sentence) => log.warn(sentence),
  })
}

/** Loads the demo catalogue into an empty shop, by default only with a loopback PUBLIC_URL; returns whether it did. */
async function loadDemoCatalogue(
  env: Env,
  into: Pick<Dependencies, 'db' | 'pictureStore' | 'now'>,
): Promise<boolean> {
  const isWanted = env.demoCatalogue === 'on' || (env.demoCatalogue === 'auto' && env.isLoopback)
  if (!isWanted) return false
  const progress = createProgress({
    say,
    complain: say,
    terminal: process.stdout.isTTY ? process.stdout : undefined,
  })
  const report = await importFirstCatalogue({
    ...into,
    folder: join(ROOT, 'demo', 'catalogue'),
    onProgress: progress.show,
  }).finally(progress.end)
  if (report) say(`The demo catalogue is in: ${report.products.created} products.`)
  return report !== undefined
}

/** Runs the shop in this process, or in several workers with this one as their primary. */
async function open(stopping: AbortSignal): Promise<Closing> {
  const env = readEnv(process.env)
  const isDev = process.argv.includes('--dev')
  if (cluster.isWorker) return start(env, { isDev, stopping })
  await checkLocalhost(env)
  const { count, whyOne } = countProcesses(env, { isDev })
  if (whyOne !== undefined) say(whyOne)
  if (count === 1) return start(env, { isDev, stopping })
  const closings: Closing[] = []
  const databaseUrl = env.databaseUrl ?? (await startDatabase(env, closings)).url
  try {
    const close = await openProcesses({
      count,
      port: env.port,
      host: env.host,
      env: { DATABASE_URL: databaseUrl },
      stopping,
      opened: sayOpened,
      complain: say,
    })
    return () => closeAll([close], closings)
  } catch (error) {
    await closeAll([], closings)
    throw error
  }
}

outliveReaders(NO_ROOM)

try {
  // The primary, which tells a worker to close, has already said so.
  await runUntilSignal(open, cluster.isWorker ? () => {} : say)
} catch (error) {
  // The worker has already reported why it could not start.
  if (!(error instanceof ProcessFailedError)) {
    const sentence = plainStartError(error)
    if (sentence === undefined) throw error
    process.stderr.write(`${sentence}\n`)
  }
  endProcess(1)
}
