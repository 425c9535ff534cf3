import type { Logger } from 'pino'
import type { Database } from '#server/db/connection.ts'
import { announceStockOf } from './store.ts'

/** Tells every process whose pages show it that orders have moved stock; called once the move is committed. */
export type StockAnnouncer = {
  moved: (checkoutId: string) => void
  /** Tells what is still to be told. */
  stop: () => Promise<void>
}

/** So long the moves of a busy moment are gathered: then one statement tells them all. */
const GATHERED_MS = 50

/**
 * What is not told, because this process is killed in between, shows after the minute that an answer is kept at most.
 * A shopper never buys by what a page shows: the order is placed by the rows themselves.
 */
export function createStockAnnouncer({ db, log }: { db: Database; log: Logger }): StockAnnouncer {
  let moved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()

  async function tell(): Promise<void> {
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
        telling = telling.then(tell)
      }, GATHERED_MS)
    },
    stop: async () => {
      clearTimeout(timer)
      await telling.then(tell)
    },
  }
}
