import type { Logger } from 'pino'
import type { Connection } from '#server/db/connection.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Subscriber } from '#server/db/listen.ts'
import { reviewsOf } from '#server/http/cache-for.ts'
import type { StockLedger } from './store.ts'

/** The channel of migration 0004: ids separated by commas, or EVERY_PRODUCT. */
const CHANNEL = 'jara_products'
/** The channel of migration 0011: ids of the products whose reviews have changed, or EVERY_PRODUCT. */
const REVIEWS_CHANNEL = 'jara_reviews'

/**
 * How often everything is read again while the connection is lost. Responses made of it are cached for 45 s less its age, so that
 * shown stock and prices are never more than 60 s old (I25).
 */
const REREAD_MS = 20_000

/** A change reaches every reader within a second: an index that takes longer than this is not waited for. */
const INDEX_MS = 300

/**
 * Stock moves of an order are announced after its commit, so a process killed in between announces nothing. The ledger of
 * moves contains them: it is polled this often, each time from two polls back, since moves commit in a different order
 * than they are numbered.
 */
const LEDGER_MS = 20_000

export type ChangeSubscribers = {
  /** See LiveIndex. */
  productIndex: {
    apply: (changed: readonly string[]) => Promise<void>
    setListening: (isListening: boolean) => void
  }
  /** Finished responses. */
  cache?:
    | {
        invalidate: (changed: readonly string[], notifiedAtMs?: number) => void
        setListening: (isListening: boolean) => void
      }
    | undefined
  ledger: StockLedger
  now: () => Date
  log: Logger
}

/**
 * From now on, changes in any process are applied to this index and invalidate this cache. The index comes first: a
 * response recomputed after that contains the change. Returns a function that stops listening.
 */
export async function subscribeToChanges(
  connection: Pick<Connection, 'listen'>,
  { productIndex, cache, ledger, now, log }: ChangeSubscribers,
): Promise<() => Promise<void>> {
  const apply = async (changed: readonly string[]) => {
    const notifiedAtMs = now().getTime()
    const invalidate = () => cache?.invalidate(changed, notifiedAtMs)
    const late = setTimeout(invalidate, INDEX_MS)
    await productIndex.apply(changed)
    clearTimeout(late)
    invalidate()
  }
  const reread = async () => {
    await productIndex.apply([EVERY_PRODUCT])
    cache?.invalidate([EVERY_PRODUCT])
  }
  let stopRereading: (() => void) | undefined
  const setListening = (isListening: boolean) => {
    productIndex.setListening(isListening)
    cache?.setListening(isListening)
    if (isListening) {
      stopRereading?.()
      stopRereading = undefined
      log.info('changes are notified again')
    } else {
      stopRereading ??= repeat(reread, REREAD_MS)
      log.warn(`changes are not notified: everything is read again every ${REREAD_MS / 1000} seconds`)
    }
  }

  const stopPolling = await pollLedger(ledger, { apply, log })
  const unsubscribe = await subscribeToBoth(connection, {
    products: {
      onPayload: (payload) => void apply(payload.split(',')),
      onGap: (isBack) => {
        setListening(isBack)
        void apply([EVERY_PRODUCT])
      },
    },
    // The index does not hold reviews, so their lists need not wait for it.
    reviews: { onPayload: (payload) => cache?.invalidate(changedReviews(payload)), onGap: () => {} },
  }).catch((error: unknown) => {
    stopPolling()
    throw error
  })
  return async () => {
    await unsubscribe()
    stopPolling()
    stopRereading?.()
  }
}

/** Subscribes to both channels, or to neither if one of them fails. Returns the unsubscribe function. */
async function subscribeToBoth(
  connection: Pick<Connection, 'listen'>,
  { products, reviews }: { products: Subscriber; reviews: Subscriber },
): Promise<() => Promise<void>> {
  const unsubscribe = await connection.listen(CHANNEL, products)
  try {
    const unsubscribeReviews = await connection.listen(REVIEWS_CHANNEL, reviews)
    return async () => {
      await unsubscribeReviews()
      await unsubscribe()
    }
  } catch (error) {
    await unsubscribe()
    throw error
  }
}

/** Reviews of many products count as a change to everything. */
function changedReviews(payload: string): string[] {
  return payload === EVERY_PRODUCT ? [EVERY_PRODUCT] : payload.split(',').map(reviewsOf)
}

async function pollLedger(
  ledger: StockLedger,
  { apply, log }: { apply: (changed: readonly string[]) => Promise<void>; log: Logger },
): Promise<() => void> {
  let last = await ledger.findLastMove()
  let lastButOne = last
  const poll = async () => {
    const newest = await ledger.findLastMove()
    if (newest !== lastButOne) await apply(await ledger.listMovedSince(lastButOne))
    // Only now: the next poll finds what a failed one would have found.
    lastButOne = last
    last = newest
  }
  const logged = (error: unknown) => log.warn({ err: error }, 'moves of stock could not be read')
  return repeat(() => poll().catch(logged), LEDGER_MS)
}

/** Never twice at once. Returns a function that stops it. */
function repeat(run: () => Promise<void>, everyMs: number): () => void {
  let isRunning = false
  const timer = setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await run()
    isRunning = false
  }, everyMs).unref()
  return () => clearInterval(timer)
}
