import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#server/db/connection.ts'
import { CatalogueIndex } from './index/catalogue-index.ts'
import { readListedProducts } from './index-store.ts'

/** How long products are indexed before other work gets its turn, and how many at a time: some milliseconds at most. */
const TURN_MS = 8
const PUT_AT_ONCE = 25

/** A new index of all listed products. Rejects once `signal` aborts. */
export async function loadIndex(db: Database, signal: AbortSignal): Promise<CatalogueIndex> {
  const index = new CatalogueIndex()
  for await (const products of readListedProducts(db)) {
    let turnEndsMs = performance.now() + TURN_MS
    for (let i = 0; i < products.length; i += PUT_AT_ONCE) {
      index.put(products.slice(i, i + PUT_AT_ONCE))
      if (performance.now() < turnEndsMs) continue
      await nextTurn()
      signal.throwIfAborted()
      turnEndsMs = performance.now() + TURN_MS
    }
  }
  return index
}
