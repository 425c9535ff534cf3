import type { Logger } from 'pino'
import type { Database } from '#server/db/connection.ts'
import { announceStockOf } from './store.ts'

/** Notifies every process whose pages show stock that orders have changed it. Called once the change is committed. */
export type StockAnnouncer = {
  moved: (checkoutId: string) => void
  /** Flushes what is still to be announced. */
  stop: () => Promise<void>
}

/** Changes are batched for this long and then announced in one statement. */
const GATHERED_MS = 150

/**
 * If this process is killed before it announces a change, pages show it once their cached answer expires, after a
 * minute at most. No order depends on what a page shows: it is placed against the rows themselves.
 */
export function createStockAnnouncer({ db, log }: { db: Database; log: Logger }): StockAnnouncer {
  let moved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let announcing = Promise.resolve()

  async function announce(): Promise<void> {
    timer = undefined
    const checkouts = [...moved]
    moved = new Set()
    if (checkouts.length === 0) return
    await announceStockOf(db, checkouts).catch((error: unknown) =>
      log.warn({ err: error, checkouts: checkouts.length }, 'moved stock could not be announced'),
    )
  }

  return {
    moved: (checkoutId) => {
      moved.add(checkoutId)
      timer ??= setTimeout(() => {
        announcing = announcing.then(announce)
      }, GATHERED_MS)
    },
    stop: async () => {
      clearTimeout(timer)
      await announcing.then(announce)
    },
  }
}
