import type { Connection } from '#server/db/connection.ts'
import { type AnswerCache, EVERY_PRODUCT } from './answer-cache.ts'

/** The channel of migration 0004: ids separated by commas, or EVERY_PRODUCT. */
const CHANNEL = 'jara_products'

/** From now on what changes in any process is no longer given from this cache. Answers how to stop. */
export function hearChanges(
  connection: Pick<Connection, 'listen'>,
  cache: AnswerCache,
): Promise<() => Promise<void>> {
  return connection.listen(CHANNEL, {
    onPayload: (payload) => cache.forget(payload.split(',')),
    onGap: () => cache.forget([EVERY_PRODUCT]),
  })
}
