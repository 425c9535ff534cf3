import type { Logger } from 'pino'
import type { Database } from '#server/db/connection.ts'
import { announceStockOf } from './store.ts'

export type StockAnnouncer = ReturnType<typeof createStockAnnouncer>

/** Changes are batched for this long and then announced in one statement. */
const GATHERED_MS = 150
const RETRY_MS = 1_000

/**
 * Notifies every process whose pages show stock that orders have changed it.
 * If this process is killed before it announces a change, pages show it once their cached response expires, after a
 * minute at most. No order depends on what a page shows: it is placed against the rows themselves.
 */
export function createStockAnnouncer({ db, log }: { db: Database; log: Logger }) {
  let moved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let announcing = Promise.resolve()
  let isStopped = false

  function announceIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      announcing = announcing.then(announce)
    }, ms)
  }

  async function announce(): Promise<void> {
    const checkouts = moved
    moved = new Set()
    if (checkouts.size === 0) return
    try {
      await announceStockOf(db, [...checkouts])
    } catch (error) {
      log.warn({ err: error, checkouts: checkouts.size }, 'moved stock could not be announced')
      moved = moved.union(checkouts)
      if (!isStopped) announceIn(RETRY_MS)
    }
  }

  return {
    /** Called once the change is committed. */
    moved: (checkoutId: string): void => {
      moved.add(checkoutId)
      announceIn(GATHERED_MS)
    },
    /** Flushes what is still to be announced. */
    stop: async (): Promise<void> => {
      isStopped = true
      clearTimeout(timer)
      await announcing.then(announce)
    },
  }
}
