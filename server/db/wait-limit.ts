import { AsyncLocalStorage } from 'node:async_hooks'

type WaitLimit = { untilMs: number; isOver: boolean }

const limits = new AsyncLocalStorage<WaitLimit>()

/**
 * Limits the total time that `run` may wait for database connections, however many it takes in turn. Work that outlives
 * `run` has no limit any more; a nested call counts against the outer limit.
 */
export async function waitAtMost<T>(ms: number, run: () => Promise<T>): Promise<T> {
  if (limits.getStore()?.isOver === false) return run()
  const limit = { untilMs: performance.now() + ms, isOver: false }
  try {
    return await limits.run(limit, run)
  } finally {
    limit.isOver = true
  }
}

/** How long the caller may still wait for a connection. */
export function msLeftToWait(): number {
  const limit = limits.getStore()
  return limit === undefined || limit.isOver ? Number.POSITIVE_INFINITY : limit.untilMs - performance.now()
}
