import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { raiseAlert } from './raise.ts'
import { type Item, listBestSellers } from './store.ts'

/** Tells of the best sellers among the items of which this order has just taken the last piece. */
export async function alertOfGone(
  tx: Database,
  dependencies: Pick<Dependencies, 'jobs' | 'now'>,
  orderId: string,
  gone: readonly Item[],
): Promise<void> {
  if (gone.length === 0) return
  for (const { productId, ...item } of await listBestSellers(tx, gone, dependencies.now())) {
    const subject = [orderId, productId, item.color, item.size].join(' ')
    await raiseAlert(tx, dependencies, subject, { kind: 'sold-out', ...item })
  }
}
