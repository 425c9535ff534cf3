import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, JobsDatabase } from '#server/db/connection.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { createErrorLog } from './error-log.ts'
import { createRepeatedWork } from './repeated.ts'

/** How often each process sweeps for unfinished work. */
export const SWEEP_EVERY_MS = 15_000

/**
 * `retryLimit` retries, `retryDelayS` apart, doubling up to `retryDelayMaxS`; a run longer than `expireInS` is retried. `batches`: how
 * many are worked on at once, by default one. A batch is as slow as its slowest job.
 */
export type QueueOptions = {
  retryLimit: number
  retryDelayS: number
  retryDelayMaxS: number
  expireInS: number
  batches?: number
}
type AnyJob = Job<Record<string, unknown>>
export type JobHandler = (data: Record<string, unknown>) => Promise<void>

export type Jobs = ReturnType<typeof createJobs>

const POLL_S = 0.5
/** Jobs of a batch, worked on at once: mails being sent, or requests to the provider. */
const AT_ONCE = 5
const STOP_MS = 10_000
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/**
 * A durable job queue. `send` takes part in the caller's transaction: the job exists exactly if it commits. Handlers may
 * run more than once and in several processes, so they must be idempotent.
 */
export function createJobs(options: {
  database: JobsDatabase
  log: Logger
  metrics: Metrics
  polling?: boolean
  stopMs?: number
}) {
  const { log, metrics, polling = true, stopMs = STOP_MS } = options
  const boss = new PgBoss({
    db: options.database,
    supervise: polling,
    schedule: false,
    // Nobody reads the list of running processes that it would keep.
    registerInstance: false,
  })
  const logError = createErrorLog(log, 'job queue')
  boss.on('error', (error: Error & { queue?: string }) =>
    logError(error, error.queue === undefined ? {} : { queue: error.queue }),
  )
  const queues = new Map<string, { options: QueueOptions; handler: JobHandler }>()
  const repeated = createRepeatedWork(log)

  /** Runs one job; failed ones are retried alone. Stores only the error's name, since its message may contain query data. */
  async function attempt(queue: string, handler: JobHandler, job: AnyJob): Promise<JobResult> {
    const start = performance.now()
    const record = (outcome: 'done' | 'failed') =>
      metrics.jobRan({ queue, outcome, seconds: (performance.now() - start) / 1000 })
    try {
      await handler(job.data)
      record('done')
      return { id: job.id, status: 'completed' }
    } catch (error) {
      record('failed')
      log.warn({ err: error, queue }, 'job failed, will be tried again')
      return {
        id: job.id,
        status: 'failed',
        output: { message: error instanceof Error ? error.name : 'error' },
      }
    }
  }

  /** Creates the queues that are missing, and changes those that an older version of the shop has created. */
  async function createQueues(): Promise<void> {
    const stored = await boss.getQueues([...queues.keys()])
    for (const [name, { options }] of queues) {
      const wanted = {
        retryLimit: options.retryLimit,
        retryDelay: options.retryDelayS,
        retryBackoff: true,
        retryDelayMax: options.retryDelayMaxS,
        expireInSeconds: options.expireInS,
      }
      const found = stored.find((queue) => queue.name === name)
      if (found === undefined) await boss.createQueue(name, wanted)
      else if (!isDeepStrictEqual({ ...found, ...wanted }, found)) await boss.updateQueue(name, wanted)
      // pg-boss looks up a queue at its first use and caches it. If that first use were a send within a transaction, the
      // lookup would need a second connection of a pool that may have none left.
      await boss.findJobs(name, { id: NO_JOB })
    }
  }

  async function poll(queue: string, { batches = 1 }: QueueOptions, handler: JobHandler): Promise<void> {
    // burstWhenBatchFull: a full batch means more work, so fetch again without waiting for the next poll.
    await boss.work<Record<string, unknown>>(
      queue,
      {
        pollingIntervalSeconds: POLL_S,
        batchSize: AT_ONCE,
        burstWhenBatchFull: true,
        perJobResults: true,
        localConcurrency: batches,
      },
      (jobs: AnyJob[]) => Promise.all(jobs.map((job) => attempt(queue, handler, job))),
    )
  }

  /** For `runDue`. */
  async function drain(queue: string, handler: JobHandler): Promise<number> {
    const jobs = await boss.fetch<Record<string, unknown>>(queue, { batchSize: 20 })
    for (const job of jobs) {
      const { status, output } = await attempt(queue, handler, job)
      if (status === 'completed') await boss.complete(queue, job.id)
      else await boss.fail(queue, job.id, output)
    }
    return jobs.length
  }

  return {
    /** Declares a queue and its handler. Call before `start`. */
    define: (queue: string, queueOptions: QueueOptions, handler: JobHandler): void => {
      queues.set(queue, { options: queueOptions, handler })
    },
    /** Declares work that every process repeats. Call before `start`. */
    repeat: repeated.add,
    send: async (tx: Database, queue: string, data: Record<string, unknown>) => {
      await boss.send(queue, data, { db: fromDrizzle(tx as never, sql) })
    },
    start: async () => {
      await boss.start()
      await createQueues()
      if (!polling) return
      for (const [queue, { options, handler }] of queues) await poll(queue, options, handler)
      repeated.start()
    },
    /** Stops taking work and waits for running work. What is unfinished then is done later: a job by the next process that fetches it, a sweep at its next run. */
    stop: async () => {
      await Promise.all([boss.stop({ graceful: true, timeout: stopMs }), repeated.stop(stopMs)])
    },
    /** For tests only, which open the queue without polling: runs all repeated work once and every due job until none is left. */
    runDue: async () => {
      await repeated.runAll()
      let ran = 0
      do {
        ran = 0
        for (const [name, { handler }] of queues) ran += await drain(name, handler)
      } while (ran > 0)
    },
  }
}
