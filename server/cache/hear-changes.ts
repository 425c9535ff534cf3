import type { Connection } from '#server/db/connection.ts'
import type { Replica } from '#server/db/replica.ts'
import type { LiveIndex } from '#server/product/live-index.ts'
import { type AnswerCache, EVERY_PRODUCT } from './answer-cache.ts'

/** The channel of migration 0004: ids separated by commas, or EVERY_PRODUCT. */
const CHANNEL = 'jara_products'

/** From now on nothing is read from the replica that has changed and that it does not show yet. */
export async function hearForReplica(
  connection: Pick<Connection, 'listen'>,
  replica: Pick<Replica, 'changed' | 'missed'>,
): Promise<void> {
  await connection.listen(CHANNEL, {
    onPayload: (payload) => replica.changed(payload.split(',')),
    onGap: replica.missed,
  })
}

/** A change reaches every reader within a second: an index that takes longer is not waited for. */
const INDEX_MS = 300

/**
 * From now on what changes in any process is taken into this index, and is no longer given from this cache. The index
 * first: an answer computed anew is then made of what has changed. Answers how to stop.
 */
export function hearChanges(
  connection: Pick<Connection, 'listen'>,
  {
    productIndex,
    now,
    cache,
  }: { productIndex: Pick<LiveIndex, 'take' | 'onFound'>; now: () => Date; cache?: AnswerCache },
): Promise<() => Promise<void>> {
  const hear = async (changed: readonly string[]) => {
    const heardAtMs = now().getTime()
    const forget = () => cache?.forget(changed, heardAtMs)
    const late = setTimeout(forget, INDEX_MS)
    await productIndex.take(changed)
    clearTimeout(late)
    forget()
  }
  productIndex.onFound((ids) => cache?.forget(ids))
  return connection.listen(CHANNEL, {
    onPayload: (payload) => void hear(payload.split(',')),
    onGap: () => void hear([EVERY_PRODUCT]),
  })
}
