import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { createJobs, type JobHandler, type Jobs } from './queue.ts'

let connection: Connection
beforeAll(async () => {
  connection = await openFreshDatabase()
})
afterAll(() => connection.close())

async function open(handler: JobHandler): Promise<Jobs> {
  const jobs = createJobs({
    database: connection.jobsDatabase,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    stopMs: 1_000,
  })
  jobs.define('slow', { retryLimit: 5, retryDelayS: 0, retryDelayMaxS: 1, expireInS: 60 }, handler)
  await jobs.start()
  return jobs
}

test('a job that does not finish in time goes back to the queue, and the next process runs it', async () => {
  const begun = vi.fn()
  const stuck = await open(() => {
    begun()
    return new Promise(() => {})
  })
  await stuck.send(connection.db, 'slow', { order: 'x' })
  await expect.poll(() => begun).toHaveBeenCalledTimes(1)
  await stuck.stop()
  const states = await rowsOf(connection.db, sql`select state::text from pgboss.job where name = 'slow'`)
  expect(states).toEqual([{ state: 'retry' }])

  const done = vi.fn()
  const next = await open(async (data) => done(data))
  await expect.poll(() => done).toHaveBeenCalledExactlyOnceWith({ order: 'x' })
  await next.stop()
})

test('a slow job does not hold up the next ones of a queue with two batches', async () => {
  const mayEnd = Promise.withResolvers<void>()
  const done: unknown[] = []
  const jobs = createJobs({
    database: connection.jobsDatabase,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    stopMs: 1_000,
  })
  const options = { retryLimit: 1, retryDelayS: 1, retryDelayMaxS: 1, expireInS: 60, batches: 2 }
  jobs.define('held', options, async ({ is }) => {
    if (is === 'slow') await mayEnd.promise
    done.push(is)
  })
  await jobs.start()
  await jobs.send(connection.db, 'held', { is: 'slow' })
  const isBegun = () =>
    rowsOf(connection.db, sql`select 1 from pgboss.job where name = 'held' and state = 'active'`)
  await expect.poll(isBegun).toHaveLength(1)
  await jobs.send(connection.db, 'held', { is: 'next' })
  await expect.poll(() => done).toEqual(['next'])
  mayEnd.resolve()
  await expect.poll(() => done).toEqual(['next', 'slow'])
  await jobs.stop()
})

test('a hanging sweep does not prevent the shop from closing', async () => {
  const begun = vi.fn()
  const jobs = createJobs({
    database: connection.jobsDatabase,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    stopMs: 200,
  })
  jobs.repeat('hanging', 1, () => {
    begun()
    return new Promise(() => {})
  })
  await jobs.start()
  await expect.poll(() => begun).toHaveBeenCalledTimes(1)
  const startMs = performance.now()
  await jobs.stop()
  expect(performance.now() - startMs).toBeLessThan(5_000)
})

test('a queue that an older version of the shop created is changed to what this one wants', async () => {
  const startWith = async (retryLimit: number) => {
    const jobs = createJobs({
      database: connection.jobsDatabase,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      polling: false,
    })
    jobs.define('older', { retryLimit, retryDelayS: 1, retryDelayMaxS: 60, expireInS: 60 }, async () => {})
    await jobs.start()
    await jobs.stop()
    return new PgBoss({ db: connection.jobsDatabase }).getQueue('older')
  }
  expect(await startWith(3)).toMatchObject({ retryLimit: 3, retryDelayMax: 60 })
  expect(await startWith(7)).toMatchObject({ retryLimit: 7, retryDelayMax: 60 })
})

test('hourly work first runs within a minute of the start, then each hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const swept = vi.fn(async () => {})
    const jobs = createJobs({
      database: connection.jobsDatabase,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      stopMs: 1_000,
    })
    jobs.repeat('sweep', HOUR_MS, swept)
    await jobs.start()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(swept).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
    expect(swept).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(swept).toHaveBeenCalledTimes(2)
    await jobs.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('while the database is away, each queue logs that it fails, once in ten seconds', async () => {
  // The ten seconds last as long as the test: no time passes for what counts them.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queues = ['queue-one', 'queue-other']
  let isAway = false
  const refused: string[] = []
  const { jobsDatabase } = connection
  const failing: string[] = []
  const jobs = createJobs({
    database: {
      ...jobsDatabase,
      executeSql: (text, values) => {
        if (!isAway) return jobsDatabase.executeSql(text, values)
        refused.push(JSON.stringify([text, values]))
        return Promise.reject(new Error('the database is away'))
      },
    },
    log: pino({ level: 'error' }, { write: (line) => failing.push(JSON.parse(line).queue) }),
    metrics: createMetrics(),
    stopMs: 1_000,
  })
  for (const queue of queues) {
    jobs.define(queue, { retryLimit: 1, retryDelayS: 1, retryDelayMaxS: 1, expireInS: 60 }, async () => {})
  }
  await jobs.start()
  isAway = true
  const named = () => failing.filter((queue) => queue !== undefined).sort()
  await expect.poll(named).toEqual(queues)
  refused.length = 0
  const pollsOf = (queue: string) => refused.filter((asked) => asked.includes(queue)).length
  await expect.poll(() => Math.min(...queues.map(pollsOf))).toBeGreaterThan(1)
  expect(named()).toEqual(queues)
  isAway = false
  await jobs.stop()
})
