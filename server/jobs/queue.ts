import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, JobsDatabase } from '#server/db/connection.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { MINUTE_MS } from '#shared/duration.ts'

/** How often each process looks for what was left undone. */
export const SWEEP_EVERY_MS = 15_000

/** `retryLimit` tries after the first, `retryDelayS` doubling up to `retryDelayMaxS`; a run longer than `expireInS` is tried again. */
export type QueueOptions = {
  retryLimit: number
  retryDelayS: number
  retryDelayMaxS: number
  expireInS: number
}
type AnyJob = Job<Record<string, unknown>>
export type JobHandler = (data: Record<string, unknown>) => Promise<void>

/**
 * Durable work. `send` within a transaction: the job exists exactly if the transaction commits.
 * Handlers may run more than once and in several processes, so each must be idempotent.
 */
export type Jobs = {
  /** Declares a queue and who works it; before `start`. */
  define: (queue: string, options: QueueOptions, handler: JobHandler) => void
  /** Declares work done in every process each `everyMs`, never overlapping itself, and within a minute of the start; before `start`. */
  repeat: (name: string, everyMs: number, run: () => Promise<void>) => void
  send: (
    tx: Database,
    queue: string,
    data: Record<string, unknown>,
    options?: { startAfter?: Date },
  ) => Promise<void>
  start: () => Promise<void>
  /** Lets running work end (at most 10 s), takes no more. */
  stop: () => Promise<void>
  /** Runs all repeated work once and every job due now, until none is left: for tests, in place of `start`'s polling. */
  runDue: () => Promise<void>
}

const POLL_S = 0.5
/** A shop that is started anew every half an hour does its hourly work all the same. */
const FIRST_RUN_WITHIN_MS = MINUTE_MS
/** Jobs of one queue that a process does side by side: mails on their way, or questions to the provider. */
const AT_ONCE = 5
const STOP_MS = 10_000
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export function createJobs(options: {
  database: JobsDatabase
  log: Logger
  metrics: Metrics
  polling?: boolean
  stopMs?: number
}): Jobs {
  const { log, metrics, polling = true, stopMs = STOP_MS } = options
  const boss = new PgBoss({
    db: options.database,
    supervise: polling,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  const queues = new Map<string, { options: QueueOptions; handler: JobHandler }>()
  const repeated: { name: string; everyMs: number; run: () => Promise<void> }[] = []
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let stopped = false

  /** One job that fails is tried again alone. The queue keeps the error's name only: a message may hold what was in a statement. */
  async function attempt(queue: string, handler: JobHandler, job: AnyJob): Promise<JobResult> {
    const start = performance.now()
    const told = (outcome: 'done' | 'failed') =>
      metrics.jobRan({ queue, outcome, seconds: (performance.now() - start) / 1000 })
    try {
      await handler(job.data)
      told('done')
      return { id: job.id, status: 'completed' }
    } catch (error) {
      told('failed')
      log.warn({ err: error, queue }, 'job failed, will be tried again')
      return {
        id: job.id,
        status: 'failed',
        output: { message: error instanceof Error ? error.name : 'error' },
      }
    }
  }

  async function runRepeated(entry: { name: string; run: () => Promise<void> }): Promise<void> {
    try {
      await entry.run()
    } catch (error) {
      log.error({ err: error, job: entry.name }, 'repeated job failed')
    }
  }

  function scheduleNext(entry: (typeof repeated)[number], waitMs: number): void {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runRepeated(entry).finally(() => {
        running.delete(run)
        scheduleNext(entry, entry.everyMs)
      })
      running.add(run)
    }, waitMs)
    timers.add(timer)
  }

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
    define: (queue, queueOptions, handler) => void queues.set(queue, { options: queueOptions, handler }),
    repeat: (name, everyMs, run) => void repeated.push({ name, everyMs, run }),
    send: async (tx, queue, data, sendOptions = {}) => {
      await boss.send(queue, data, { ...sendOptions, db: fromDrizzle(tx as never, sql) })
    },
    start: async () => {
      await boss.start()
      for (const [name, { options: o }] of queues) {
        const wanted = {
          retryLimit: o.retryLimit,
          retryDelay: o.retryDelayS,
          retryBackoff: true,
          retryDelayMax: o.retryDelayMaxS,
          expireInSeconds: o.expireInS,
        }
        await boss.createQueue(name, wanted)
        // One that an older version of the shop has made stays as that one made it.
        await boss.updateQueue(name, wanted)
        // pg-boss looks a queue up at its first use and remembers it. Were that a send within a transaction, the
        // look-up on the embedded database's one connection would wait for that transaction for ever.
        await boss.findJobs(name, { id: NO_JOB })
      }
      if (!polling) return
      for (const [name, { handler }] of queues) {
        // As long as batches come back full there is more to do, and nobody waits for the next poll.
        await boss.work<Record<string, unknown>>(
          name,
          {
            pollingIntervalSeconds: POLL_S,
            batchSize: AT_ONCE,
            burstWhenBatchFull: true,
            perJobResults: true,
          },
          (jobs: AnyJob[]) => Promise.all(jobs.map((job) => attempt(name, handler, job))),
        )
      }
      for (const entry of repeated) scheduleNext(entry, Math.min(entry.everyMs, FIRST_RUN_WITHIN_MS))
    },
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      // What has not ended by then is tried again: a job by whoever takes it next, a sweep at its next time.
      const isLate = sleep(stopMs, undefined, { ref: false })
      await Promise.all([
        boss.stop({ graceful: true, timeout: stopMs }),
        Promise.race([Promise.all(running), isLate]),
      ])
    },
    runDue: async () => {
      for (const entry of repeated) await runRepeated(entry)
      let ran = 0
      do {
        ran = 0
        for (const [name, { handler }] of queues) ran += await drain(name, handler)
      } while (ran > 0)
    },
  }
}
