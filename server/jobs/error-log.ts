import type { Logger } from 'pino'

/** Every queue polls twice a second: without a database, a line for each failure would be the whole log. */
const ERROR_EVERY_MS = 10_000

/**
 * Logs errors of the queues themselves, such as a database that is away: at most one line per queue and 10 s, so that one
 * failing queue does not hide another. Errors that belong to no queue share a line.
 */
export function createErrorLog(log: Logger): (error: { message: string; queue?: string }) => void {
  const loggedAtMs = new Map<string | undefined, number>()
  return (error) => {
    const { queue } = error
    const nowMs = performance.now()
    if (nowMs - (loggedAtMs.get(queue) ?? Number.NEGATIVE_INFINITY) < ERROR_EVERY_MS) return
    loggedAtMs.set(queue, nowMs)
    log.error(queue === undefined ? { err: error } : { err: error, queue }, 'job queue')
  }
}
