import { eq } from 'drizzle-orm'
import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { orders } from '#server/db/schema/order.ts'
import { lockOrdersWith } from './lock-store.ts'

/** Makes every link to an order's receipt void that was made so far, and its payment's page shows it no more. */
export function revokeReceipts(
  db: Database,
  { orderId, actor }: { orderId: string; actor: string },
  now: Date,
): Promise<void> {
  return transact(db, async (tx) => {
    await lockOrdersWith(tx, orderId)
    await tx.update(orders).set({ receiptsRevokedAt: now }).where(eq(orders.id, orderId))
    await recordAct(tx, { actor, action: 'order.revoke-links', subject: orderId, details: {} }, now)
  })
}
