import type { Logger } from 'pino'

/** Queues poll twice a second: without a database, a line for each failure would be the whole log. */
const ERROR_EVERY_MS = 10_000

/**
 * Logs errors of work that is done again and again, under `message`: at most one line per 10 s of what has the same `about`, so that
 * one that keeps failing does not hide another.
 */
export function createErrorLog(
  log: Logger,
  message: string,
): (err: unknown, about: Readonly<Record<string, string>>) => void {
  const loggedAtMs = new Map<string, number>()
  return (err, about) => {
    const key = Object.values(about).join(' ')
    const nowMs = performance.now()
    if (nowMs - (loggedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < ERROR_EVERY_MS) return
    loggedAtMs.set(key, nowMs)
    log.error({ err, ...about }, message)
  }
}
