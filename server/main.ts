import cluster from 'node:cluster'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { shop } from '#shop.config'
import { backupBeforeMigrating } from './backup/before-migrating.ts'
import { createLiveIndex } from './catalogue-index/live-index.ts'
import { seedDemoOrders } from './cli/demo/seed.ts'
import { inviteFirstStaff } from './cli/first-staff.ts'
import { importDemo } from './cli/import.ts'
import { openPostgres } from './db/connection.ts'
import { type EmbeddedServer, startEmbedded } from './db/embedded/embedded.ts'
import { SILENCE_MS } from './db/pool.ts'
import type { Dependencies } from './dependencies.ts'
import { type Env, readEnv } from './env.ts'
import { checkLocalhost, openHttpServer } from './http/http-server.ts'
import { createResponseCache } from './http-cache/response-cache.ts'
import { createJobs } from './jobs/queue.ts'
import { createLog } from './log/log.ts'
import { createMailboxTransport } from './mail/mailbox.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import { createMetrics } from './metrics/metrics.ts'
import { openProvider } from './open-provider.ts'
import { createStockAnnouncer } from './order/announce.ts'
import { measureProvider } from './payment/connection/wrap-calls.ts'
import { openPictureStore } from './pictures/s3-store.ts'
import { warmCardPictures } from './pictures/warm.ts'
import {
  countProcesses,
  joinMetrics,
  leaveCluster,
  openProcesses,
  ProcessFailedError,
  reportOpened,
} from './process/cluster.ts'
import { endProcess, NO_ROOM, outliveReaders } from './process/end-process.ts'
import { plainStartError } from './process/start-error.ts'
import { type Closing, closeAll, runUntilSignal } from './process/until-signal.ts'
import { catalogueSource, stockLedger } from './product/store.ts'
import { subscribeToChanges } from './product/subscribe-to-changes.ts'
import { ROOT } from './root.ts'
import { serveBuilt, serveFromSources } from './serve.ts'
import { readSettings } from './settings.ts'
import { openLiveLists } from './staff/live-lists.ts'
import { readTextPages } from './text-page/read.ts'
import { defineWork } from './work.ts'

/** Behind a proxy all connections come from its address. */
function boundsOf({ trustProxy }: Env): { perAddress?: number } {
  return trustProxy > 0 ? { perAddress: Number.POSITIVE_INFINITY } : {}
}

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
    const textPages = readTextPages(join(ROOT, 'pages'))
    const dataDir = resolve(ROOT, env.dataDir)
    const pictureStore = openPictureStore(join(dataDir, 'pictures'), env.pictureBucket)
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)

    // A worker does not accept connections before it can serve them: the other workers can.
    const early = cluster.isWorker
      ? undefined
      : await openHttpServer(env.port, env.host, undefined, boundsOf(env))
    if (early) workSources.push(early.close)
    const port = early?.port ?? env.port
    const publicUrl = env.port === 0 ? `http://localhost:${port}` : env.publicUrl
    // A wrong key or bucket is reported now rather than with the first picture.
    await pictureStore.read('originals/none')

    const databaseUrl = env.databaseUrl ?? (await startDatabase(env, closings)).url
    const connection = await openPostgres(databaseUrl, env.databasePool, {
      beforeMigrating: backupBeforeMigrating(dataDir, () => new Date(), say),
      directUrl: env.databaseDirectUrl,
      silenceMs: SILENCE_MS,
    })
    closings.push(connection.close)
    stopping.throwIfAborted()
    const { db } = connection
    const now = () => new Date()
    const isDemoWanted = env.demoCatalogue === 'on' || (env.demoCatalogue === 'auto' && env.isLoopback)
    const isNewCatalogue = isDemoWanted && (await importDemo({ db, pictureStore, now }, say))
    // Paystack would not know of them.
    if (isNewCatalogue && env.paystack === undefined)
      await seedDemoOrders({ db, now }, { dataDir, publicUrl }, say)
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
      await subscribeToChanges(connection, { productIndex, cache, ledger: stockLedger(db), now, log }),
    )
    await productIndex.read()
    const liveLists = await openLiveLists(connection)
    workSources.push(liveLists.stop)
    const dependencies: Dependencies = {
      db,
      productIndex,
      now,
      log,
      metrics,
      jobs,
      liveLists,
      pictureStore,
      textPages,
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
    if (env.isLoopback) await inviteFirstStaff(dependencies, { isDemo: isNewCatalogue }, say)
    stopping.throwIfAborted()
    await jobs.start()
    workSources.push(jobs.stop)

    const openHttp = async () => {
      const http = early ?? (await openHttpServer(env.port, env.host, leaveCluster, boundsOf(env)))
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

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function sayOpened(publicUrl: string): void {
  say(`${shop.brand} is open at ${publicUrl}`)
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
