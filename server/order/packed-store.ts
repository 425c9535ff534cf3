import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { parcelLines, parcels } from '#server/db/schema/parcel.ts'
import { paymentAttempts, refundLines, refunds } from '#server/db/schema/payment.ts'
import { exchangeLines, exchanges } from '#server/db/schema/return.ts'

/** How many pieces of line `l` were refunded and are on sale again, or exchanged for others: nobody packs these. */
export const NOT_TO_PACK = sql`((select coalesce(sum(f.quantity), 0) from ${refundLines} f join ${refunds} r on r.id = f.refund_id
  join ${paymentAttempts} a on a.id = r.attempt_id
  where a.order_id = l.order_id and f.position = l.position and f.is_restocked)
  + (select coalesce(sum(x.quantity), 0) from (select distinct e.request_id, x.quantity
    from ${exchangeLines} x join ${exchanges} e using (order_id, number)
    where order_id = l.order_id and x.position = l.position and (e.state = 'due' or e.is_restocked)) x))`

/**
 * Notes on a locked order since when everything that was bought is, or was, in a parcel or is not to be packed, and what its buyer
 * gets in exchange too; null once that is so no more.
 */
export async function noteAllPacked(tx: Database, orderId: string, now: Date): Promise<void> {
  const isLineLeft = sql`exists (select 1 from ${orderLines} l where l.order_id = ${orderId} and l.quantity > ${NOT_TO_PACK} +
    (select coalesce(sum(pl.quantity), 0) from ${parcelLines} pl where pl.order_id = l.order_id and pl.position = l.position))`
  const isExchangeLeft = sql`exists (select 1 from ${exchanges} e where e.order_id = ${orderId} and e.state = 'due'
    and not exists (select 1 from ${parcels} p where p.order_id = e.order_id and p.exchange = e.number))`
  await tx
    .update(orders)
    .set({
      packedAt: sql`case when ${isLineLeft} or ${isExchangeLeft} then null
        else coalesce(${orders.packedAt}, ${now.toISOString()}::timestamptz) end`,
      updatedAt: now,
    })
    .where(eq(orders.id, orderId))
}

/** Notes on a locked order that a new date was promised. */
export async function notePromise(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx.update(orders).set({ promisedAnewAt: now, updatedAt: now }).where(eq(orders.id, orderId))
}
