import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Env } from '#server/env.ts'
import type { Closing } from './until-signal.ts'

/** How many processes the shop may run, and why only one if more were requested. */
export function countProcesses(
  env: Pick<Env, 'processes' | 'paystack'>,
  { isDev }: { isDev: boolean },
): { count: number; whyOne?: string } {
  if (env.processes === 1 || isDev) return { count: 1 }
  const only = (why: string) => ({ count: 1, whyOne: `WEB_CONCURRENCY is taken as 1: ${why}` })
  if (env.paystack === undefined)
    return only('the sandbox provider keeps its play money in one process. Set PAYSTACK_SECRET_KEY for more.')
  return { count: env.processes }
}

/** Sent by a worker to the primary. */
type WorkerMessage = { kind: 'opened'; publicUrl: string } | { kind: 'closing' }

const RESTART_FIRST_MS = 500
const RESTART_MAX_MS = 30_000
/** A worker that lived this long has recovered from whatever ended its predecessor: the backoff is reset. */
const HEALTHY_MS = 60_000

/** Thrown when a worker ended before it served; the worker itself has reported why. */
export class ProcessFailedError extends Error {}

/**
 * Runs the shop in several processes on one port. This one, the primary, only passes connections on and replaces workers
 * that die.
 */
export async function openProcesses(options: {
  count: number
  port: number
  host: string
  /** Variables that the workers get in addition to this process's. */
  env: Record<string, string>
  stopping: AbortSignal
  opened: (publicUrl: string) => void
  complain: (line: string) => void
}): Promise<Closing> {
  const { stopping, complain } = options
  // Checked before anything is opened, as a single process does; and port 0 becomes one that all workers know.
  const port = await freePort(options.port, options.host)
  addUpMetrics()
  let restartMs = RESTART_FIRST_MS
  let isClosing = false
  const isEnding = () => isClosing || stopping.aborted

  function fork(): Worker {
    const worker = cluster.fork({ ...options.env, PORT: String(port) })
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'closing') worker.disconnect()
    })
    return worker
  }

  async function replaceWhenDead(worker: Worker): Promise<void> {
    const bornMs = performance.now()
    const why = await endOf(worker)
    if (isEnding()) return
    if (performance.now() - bornMs > HEALTHY_MS) restartMs = RESTART_FIRST_MS
    complain(`A process of the shop has ended (${why}); another takes its place in ${restartMs / 1000} s.`)
    await sleep(restartMs, undefined, { signal: stopping }).catch(() => {})
    restartMs = Math.min(restartMs * 2, RESTART_MAX_MS)
    if (!isEnding()) void replaceWhenDead(fork())
  }

  /** From the moment it serves it is replaced when it dies, even while others are still starting. */
  async function openOne(): Promise<string> {
    const worker = fork()
    const publicUrl = await untilOpened(worker, stopping)
    void replaceWhenDead(worker)
    return publicUrl
  }

  async function close(): Promise<void> {
    isClosing = true
    const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    for (const worker of alive) worker.process.kill('SIGTERM')
    await Promise.all(alive.map((worker) => worker.isDead() || endOf(worker)))
  }

  try {
    stopping.throwIfAborted()
    // The first worker starts alone: it may have to migrate the database or load a catalogue, and it reports a problem
    // once.
    const publicUrl = await openOne()
    stopping.throwIfAborted()
    await Promise.all(Array.from({ length: options.count - 1 }, openOne))
    options.opened(publicUrl)
    return close
  } catch (error) {
    if (stopping.aborted) return close
    await close()
    throw error
  }
}

/** Resolves with what ended it: a signal, its exit code, or why it could not even start. */
function endOf(worker: Worker): Promise<string> {
  return new Promise((done) => {
    worker.once('exit', (code, signal) => done(String(signal ?? code)))
    // Also emitted when a message cannot be sent to a worker that has just ended.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker.process.pid === undefined) done(error.code ?? error.message)
    })
  })
}

function untilOpened(worker: Worker, stopping: AbortSignal): Promise<string> {
  return new Promise((done, fail) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'opened') done(message.publicUrl)
    })
    void endOf(worker).then((why) => fail(new ProcessFailedError(`A process of the shop ended with ${why}`)))
    stopping.addEventListener('abort', () => fail(new ProcessFailedError('stopped')), { once: true })
  })
}

async function freePort(port: number, host: string): Promise<number> {
  const probe = createServer()
  await once(probe.listen(port, host), 'listening')
  const found = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
  return found
}

/** In a worker: reports to the primary that it serves. */
export function reportOpened(publicUrl: string): void {
  sendToPrimary({ kind: 'opened', publicUrl })
}

/** How long a worker that closes waits for the primary, which may be suspended or busy. */
const LEAVE_MS = 5_000

/**
 * In a worker: the primary stops passing connections on to this server, then closes it. If the server stopped listening by
 * itself, a connection on its way to the last worker would come back and wait in the primary, neither served nor refused.
 */
export function leaveCluster(server: Server): void {
  sendToPrimary({ kind: 'closing' })
  setTimeout(() => server.listening && server.close(), LEAVE_MS).unref()
}

/** If the primary is gone, the message is dropped. */
function sendToPrimary(message: WorkerMessage): void {
  process.send?.(message, undefined, undefined, () => {})
}

const WANTED = 'metrics wanted'
/** `text` is missing if a worker did not report its metrics in time. */
type MetricsMessage = { kind: 'metrics'; text?: string | undefined }

/** In the primary: adds up the metrics of all workers for the one that serves /metrics. */
function addUpMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker, { kind }) => {
    if (kind !== WANTED) return
    const text = await registry.clusterMetrics().catch(() => undefined)
    if (worker.isConnected()) worker.send({ kind: 'metrics', text } satisfies MetricsMessage)
  })
}

/** In a worker: reports what this registry counts to the primary; the returned function gets the sum over all workers. */
export function joinMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry)
  // Responds to the primary from now on.
  new AggregatorRegistry()
  return () =>
    new Promise((done, fail) => {
      const onMessage = (message: MetricsMessage) => {
        if (message.kind !== 'metrics') return
        process.off('message', onMessage)
        if (message.text === undefined) fail(new Error('A process did not tell its metrics in time'))
        else done(message.text)
      }
      process.on('message', onMessage)
      process.send?.({ kind: WANTED })
    })
}
