import { AsyncLocalStorage } from 'node:async_hooks'

/** `waiting`: how many waits are under way, the first of them since `sinceMs`. */
type WaitLimit = { leftMs: number; waiting: number; sinceMs: number; isOver: boolean }

const limits = new AsyncLocalStorage<WaitLimit>()

/**
 * Limits the total time that `run` may wait for database connections, however many it takes in turn; other work, such as a
 * call to the payment provider, does not count. Work that outlives `run` has no limit any more; a nested call counts against
 * the outer limit.
 */
export async function waitAtMost<T>(ms: number, run: () => Promise<T>): Promise<T> {
  if (limits.getStore()?.isOver === false) return run()
  const limit: WaitLimit = { leftMs: ms, waiting: 0, sinceMs: 0, isOver: false }
  try {
    return await limits.run(limit, run)
  } finally {
    limit.isOver = true
  }
}

/** The caller begins to wait for a connection: at most `maxMs`, until it calls `end`. */
export function beginWait(): { maxMs: number; end: () => void } {
  const limit = limits.getStore()
  if (limit === undefined || limit.isOver) return { maxMs: Number.POSITIVE_INFINITY, end: () => {} }
  const nowMs = performance.now()
  if (limit.waiting === 0) limit.sinceMs = nowMs
  limit.waiting += 1
  return {
    maxMs: limit.leftMs - (nowMs - limit.sinceMs),
    end: () => {
      limit.waiting -= 1
      if (limit.waiting === 0) limit.leftMs -= performance.now() - limit.sinceMs
    },
  }
}
