import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { parcelLines, parcels } from '#server/db/schema/parcel.ts'
import { paymentAttempts, refundLines, refunds } from '#server/db/schema/payment.ts'
import { exchangeLines, exchanges, returnRequestLines, returnRequests } from '#server/db/schema/return.ts'
import { timestamptz } from '#server/db/timestamptz.ts'

/** Pieces of line `l` that were refunded and are on sale again, or exchanged for others. */
const GONE = sql`((select coalesce(sum(f.quantity), 0) from ${refundLines} f join ${refunds} r on r.id = f.refund_id
  join ${paymentAttempts} a on a.id = r.attempt_id
  where a.order_id = l.order_id and f.position = l.position and f.is_restocked)
  + (select coalesce(sum(x.quantity), 0) from (select distinct e.request_id, x.quantity
    from ${exchangeLines} x join ${exchanges} e using (order_id, number)
    where order_id = l.order_id and x.position = l.position and (e.state = 'due' or e.is_restocked)) x))`

/** Pieces of line `l` that its buyer has sent back. */
const SENT_BACK = sql`(select coalesce(sum(rl.quantity), 0) from ${returnRequestLines} rl join ${returnRequests} q on q.id = rl.request_id
  where rl.order_id = l.order_id and rl.position = l.position and q.state = 'received')`

/** Pieces of line `l` in parcels `p` such as these. */
const inParcels = (
  which: SQL,
) => sql`(select coalesce(sum(pl.quantity), 0) from ${parcelLines} pl join ${parcels} p on p.id = pl.parcel_id
  where pl.order_id = l.order_id and pl.position = l.position and ${which})`

/** Pieces in parcels that have come back, and were not followed by another parcel with some of the line. */
const AT_REST =
  inParcels(sql`p.state = 'returned' and not exists (select 1 from ${parcelLines} n join ${parcels} np on np.id = n.parcel_id
  where n.order_id = l.order_id and n.position = l.position and np.number > p.number)`)

/**
 * Pieces of line `l` that nobody packs, because they are gone. Of what a buyer has sent back the parcel usually counts as delivered
 * still: those are in a parcel, and no other piece is to be missing for them.
 */
const NOT_TO_PACK = sql`greatest(${GONE} - greatest(${SENT_BACK} - ${inParcels(sql`p.state = 'returned' and p.delivered_at is not null`)}, 0), 0)`

/** How many pieces of line `l` are to be packed and in no parcel, except in what came back. */
export const LEFT = sql`(l.quantity - ${NOT_TO_PACK} - ${inParcels(sql`p.state <> 'returned'`)})`

/**
 * Notes on a locked order since when everything that was bought is, or was, in a parcel or is not to be packed, and what its buyer
 * gets in exchange too; null once that is so no more.
 */
export async function noteAllPacked(tx: Database, orderId: string, now: Date): Promise<void> {
  const isLineLeft = sql`exists (select 1 from ${orderLines} l where l.order_id = ${orderId}
    and ${LEFT} > greatest(${AT_REST} - ${NOT_TO_PACK}, 0))`
  const isExchangeLeft = sql`exists (select 1 from ${exchanges} e where e.order_id = ${orderId} and e.state = 'due'
    and not exists (select 1 from ${parcels} p where p.order_id = e.order_id and p.exchange = e.number))`
  await tx
    .update(orders)
    .set({
      packedAt: sql`case when ${isLineLeft} or ${isExchangeLeft} then null
        else coalesce(${orders.packedAt}, ${timestamptz(now)}) end`,
      updatedAt: now,
    })
    .where(eq(orders.id, orderId))
}

/** Notes on a locked order that a new date was promised. */
export async function notePromise(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx.update(orders).set({ promisedAnewAt: now, updatedAt: now }).where(eq(orders.id, orderId))
}
