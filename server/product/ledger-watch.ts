import type { Logger } from 'pino'
import type { Database } from '#server/db/connection.ts'
import { findLastMove, listMovedSince } from './index-store.ts'

/**
 * Stock moves of an order are announced after its commit, so a process killed in between announces nothing. The ledger of
 * moves contains them: it is polled this often, each time from two polls back, since moves commit in a different order
 * than they are numbered.
 */
const LEDGER_MS = 20_000

/** From now on, `onMoved` gets the products whose stock has moved. Returns a function that stops watching. */
export async function watchLedger({
  db,
  log,
  onMoved,
}: {
  db: Database
  log: Logger
  onMoved: (ids: readonly string[]) => Promise<void>
}): Promise<() => void> {
  let last = await findLastMove(db)
  let lastButOne = last
  let isLooking = false
  const look = async () => {
    const newest = await findLastMove(db)
    if (newest !== lastButOne) await onMoved(await listMovedSince(db, lastButOne))
    // Only now: the next poll finds what a failed one would have found.
    lastButOne = last
    last = newest
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'moves of stock could not be read'))
      .finally(() => {
        isLooking = false
      })
  }, LEDGER_MS).unref()
  return () => clearInterval(timer)
}
