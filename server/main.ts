import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { shop } from '#shop.config'
import { createApp } from './app.ts'
import { type Connection, openEmbedded, openPostgres } from './db/connection.ts'
import type { Dependencies } from './dependencies.ts'
import { type Env, readEnv } from './env.ts'
import { createJobs } from './jobs/queue.ts'
import { createLog } from './log.ts'
import { loadBuiltPages } from './pages/built.ts'
import { loadDevPages } from './pages/dev.ts'
import { keptSecret } from './secret.ts'
import { plainStartError } from './start-error.ts'

const ROOT = resolve(import.meta.dirname, '..')
const DRAIN_MS = 10_000

type Closing = () => Promise<void>

/** Starts the shop and answers how to stop it. Whatever fails on the way is closed again. */
async function start(env: Env, options: { isDev: boolean }): Promise<Closing> {
  const closings: Closing[] = []
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) await close()
  }
  try {
    const log = createLog({
      level: env.logLevel,
      format: env.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    })
    const say = (line: string) => process.stdout.write(`${line}\n`)
    const dataDir = resolve(ROOT, env.dataDir)
    prepareFolder(dataDir)

    const httpServer = createServer()
    const port = await listen(httpServer, env)
    closings.push(() => closeServer(httpServer))
    const publicUrl = env.port === 0 ? `http://localhost:${port}` : env.publicUrl

    const connection = await openDatabase(env, dataDir, say)
    closings.push(connection.close)
    const jobs = createJobs({ database: connection.jobsDatabase, log })

    const dependencies: Dependencies = {
      db: connection.db,
      now: () => new Date(),
      log,
      jobs,
      provider: undefined as never,
      picturesDir: join(dataDir, 'pictures'),
      settings: {
        publicUrl,
        isLoopback: env.isLoopback,
        appSecret: env.appSecret ?? (await keptSecret(connection.db, 'app_secret')),
        paymentChannels: env.paymentChannels,
        devMailbox: env.smtpUrl === undefined,
        rateLimits: env.rateLimits,
        trustProxy: env.trustProxy,
      },
    }
    if (options.isDev) {
      const dev = await loadDevPages(ROOT, httpServer)
      closings.push(dev.close)
      const listener = getRequestListener(createApp({ ...dependencies, pages: dev.pages }).fetch)
      answerWith(httpServer, (request, response) =>
        dev.middleware(request, response, () => void listener(request, response)),
      )
    } else {
      const pages = await loadBuiltPages(join(ROOT, 'dist'))
      answerWith(httpServer, getRequestListener(createApp({ ...dependencies, pages }).fetch))
    }
    await jobs.start()
    closings.push(jobs.stop)
    say(`${shop.brand} is open at ${publicUrl}`)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  accessSync(folder, constants.W_OK)
}

/** Takes the port before anything is opened, so that a busy one is found at once; callers are asked to wait meanwhile. */
function listen(server: Server, env: Env): Promise<number> {
  server.on('request', answerStarting)
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(env.port, env.host, () => {
      server.off('error', fail)
      done((server.address() as AddressInfo).port)
    })
  })
}

const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
  response.end(
    JSON.stringify({ code: 'UNAVAILABLE', message: 'The shop is opening. Please try again in a moment.' }),
  )
}

function answerWith(server: Server, listener: RequestListener): void {
  server.off('request', answerStarting)
  server.on('request', listener)
}

/** Takes no new connection and lets running requests end. */
function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(force)
      done()
    })
    server.closeIdleConnections()
  })
}

async function openDatabase(env: Env, dataDir: string, say: (line: string) => void): Promise<Connection> {
  if (env.databaseUrl !== undefined) return openPostgres(env.databaseUrl, env.databasePool)
  if (!existsSync(join(dataDir, 'database'))) say('Creating the embedded database …')
  return openEmbedded(dataDir)
}

try {
  const stop = await start(readEnv(process.env), { isDev: process.argv.includes('--dev') })
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      process.stdout.write('Closing …\n')
      void stop().then(() => process.exit(0))
    })
  }
} catch (error) {
  const sentence = plainStartError(error)
  if (sentence === undefined) throw error
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
