import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { parcelLines } from '#server/db/schema/parcel.ts'
import { paymentAttempts, refundLines, refunds } from '#server/db/schema/payment.ts'

/** How many pieces of line `l` were refunded and are on sale again: nobody packs these. */
export const ON_SALE_AGAIN = sql`(select coalesce(sum(f.quantity), 0) from ${refundLines} f join ${refunds} r on r.id = f.refund_id
  join ${paymentAttempts} a on a.id = r.attempt_id
  where a.order_id = l.order_id and f.position = l.position and f.is_restocked)`

/** Notes on a locked order since when everything that was bought is, or was, in a parcel or is on sale again; null once that is so no more. */
export async function noteAllPacked(tx: Database, orderId: string, now: Date): Promise<void> {
  const isLineLeft = sql`exists (select 1 from ${orderLines} l where l.order_id = ${orderId} and l.quantity > ${ON_SALE_AGAIN} +
    (select coalesce(sum(pl.quantity), 0) from ${parcelLines} pl where pl.order_id = l.order_id and pl.position = l.position))`
  await tx
    .update(orders)
    .set({
      packedAt: sql`case when ${isLineLeft} then null else coalesce(${orders.packedAt}, ${now.toISOString()}::timestamptz) end`,
      updatedAt: now,
    })
    .where(eq(orders.id, orderId))
}
