import type { Logger } from 'pino'
import type { CatalogueSource } from './source.ts'

/**
 * Stock moves of an order are announced after its commit, so a process killed in between announces nothing. The ledger of
 * moves contains them: it is polled this often, each time from two polls back, since moves commit in a different order
 * than they are numbered.
 */
const LEDGER_MS = 20_000

/** From now on, `onMoved` gets the products whose stock has moved. Returns a function that stops watching. */
export async function watchLedger({
  source,
  log,
  onMoved,
}: {
  source: Pick<CatalogueSource, 'findLastMove' | 'listMovedSince'>
  log: Logger
  onMoved: (ids: readonly string[]) => Promise<void>
}): Promise<() => void> {
  let last = await source.findLastMove()
  let lastButOne = last
  let isLooking = false
  const look = async () => {
    const newest = await source.findLastMove()
    if (newest !== lastButOne) await onMoved(await source.listMovedSince(lastButOne))
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
