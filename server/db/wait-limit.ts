import { AsyncLocalStorage } from 'node:async_hooks'

type WaitLimit = { untilMs: number; isOver: boolean }

const limits = new AsyncLocalStorage<WaitLimit>()

/**
 * All that `run` does waits together at most so long for connections to the database, however many it takes one after another.
 * What it leaves behind to go on later has all the time again; one within another is part of it.
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

/** How long a connection may still be waited for here and now. */
export function msLeftToWait(): number {
  const limit = limits.getStore()
  return limit === undefined || limit.isOver ? Number.POSITIVE_INFINITY : limit.untilMs - performance.now()
}
