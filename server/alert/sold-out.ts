import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { raiseAlert } from './raise.ts'
import { listGoneBestSellers } from './store.ts'

/** Tells of best sellers of which this order took the last piece. Its goods have been taken in this transaction. */
export async function alertOfGone(
  tx: Database,
  dependencies: Pick<Dependencies, 'jobs' | 'now'>,
  orderId: string,
  lines: readonly { productId: string; color: string; size: string }[],
): Promise<void> {
  for (const { productId, ...gone } of await listGoneBestSellers(tx, lines, dependencies.now())) {
    const subject = [orderId, productId, gone.color, gone.size].join(' ')
    await raiseAlert(tx, dependencies, subject, { kind: 'sold-out', ...gone })
  }
}
