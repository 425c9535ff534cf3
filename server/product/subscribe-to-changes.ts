import type { Logger } from 'pino'
import type { Connection } from '#server/db/connection.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Subscriber } from '#server/db/listen.ts'
import { reviewsOf } from '#server/http/cache-for.ts'

/** The channel of migration 0004: ids separated by commas, or EVERY_PRODUCT. */
const CHANNEL = 'jara_products'
/** The channel of migration 0011: ids of the products whose reviews have changed, or EVERY_PRODUCT. */
const REVIEWS_CHANNEL = 'jara_reviews'

/** Subscribes to both channels, or to neither if one of them fails. Returns a function that stops listening. */
async function listenToBoth(
  connection: Pick<Connection, 'listen'>,
  { products, reviews }: { products: Subscriber; reviews: Subscriber },
): Promise<() => Promise<void>> {
  const stopProducts = await connection.listen(CHANNEL, products)
  try {
    const stopReviews = await connection.listen(REVIEWS_CHANNEL, reviews)
    return async () => {
      await stopReviews()
      await stopProducts()
    }
  } catch (error) {
    await stopProducts()
    throw error
  }
}

/** Reviews of many products count as a change to everything. */
function changedReviews(payload: string): string[] {
  return payload === EVERY_PRODUCT ? [EVERY_PRODUCT] : payload.split(',').map(reviewsOf)
}

/** What of a product index a change must reach before the cache. */
export type HearingIndex = {
  /** Applies changes of these products, or of EVERY_PRODUCT; resolves when done. */
  take: (changed: readonly string[]) => Promise<void>
  /** Whether changes are notified at all; what was missed meanwhile is reported to `take`. */
  setHearing: (isHearing: boolean) => void
  /** Calls back with products whose changes it found by itself. */
  onFound: (found: (ids: readonly string[]) => void) => void
}

/**
 * How often everything is read again while the connection is lost. Responses made of it are cached for 45 s less its age, so that
 * shown stock and prices are never more than 60 s old (I25).
 */
const REREAD_MS = 20_000

/** A change reaches every reader within a second: an index that takes longer than this is not waited for. */
const INDEX_MS = 300

/** What of a cache of responses learns of changes. */
type Invalidated = {
  invalidate: (changed: readonly string[], notifiedAtMs?: number) => void
  setListening: (isListening: boolean) => void
}

export type Hearing = { productIndex: HearingIndex; now: () => Date; log: Logger; cache?: Invalidated }

/**
 * From now on, changes in any process are applied to this index and invalidate this cache. The index comes first: a
 * response recomputed after that contains the change. Returns a function that stops listening.
 */
export async function subscribeToChanges(
  connection: Pick<Connection, 'listen'>,
  { productIndex, now, log, cache }: Hearing,
): Promise<() => Promise<void>> {
  const apply = async (changed: readonly string[]) => {
    const notifiedAtMs = now().getTime()
    const invalidate = () => cache?.invalidate(changed, notifiedAtMs)
    const late = setTimeout(invalidate, INDEX_MS)
    await productIndex.take(changed)
    clearTimeout(late)
    invalidate()
  }
  productIndex.onFound((ids) => cache?.invalidate(ids))

  let rereading: NodeJS.Timeout | undefined
  let isReading = false
  const reread = async () => {
    if (isReading) return
    isReading = true
    await productIndex.take([EVERY_PRODUCT])
    isReading = false
    cache?.invalidate([EVERY_PRODUCT])
  }
  const stopRereading = () => {
    clearInterval(rereading)
    rereading = undefined
  }
  const setHearing = (isHearing: boolean) => {
    productIndex.setHearing(isHearing)
    cache?.setListening(isHearing)
    if (isHearing) {
      stopRereading()
      log.info('changes are heard again')
    } else {
      rereading ??= setInterval(() => void reread(), REREAD_MS).unref()
      log.warn(`changes are not heard: everything is read again every ${REREAD_MS / 1000} seconds`)
    }
  }

  const stopListening = await listenToBoth(connection, {
    products: {
      onPayload: (payload) => void apply(payload.split(',')),
      onGap: (isBack) => {
        setHearing(isBack)
        void apply([EVERY_PRODUCT])
      },
    },
    // The index does not hold reviews, so their lists need not wait for it.
    reviews: { onPayload: (payload) => cache?.invalidate(changedReviews(payload)), onGap: () => {} },
  })
  return async () => {
    await stopListening()
    stopRereading()
  }
}
