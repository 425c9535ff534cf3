import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { orders, reviewCases } from '#server/db/schema/order.ts'
import { parcels } from '#server/db/schema/parcel.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import type { ParcelObstacle } from '#shared/contract/admin/parcel.ts'

/** Why a paid order is not packed or sent unless somebody decides to, or lets it go: conditions on `orders`. */
const OBSTACLES: Record<ParcelObstacle, SQL> = {
  'held-back': sql`${orders}.held_back is not null`,
  refunded: sql`exists (select 1 from ${paymentAttempts} a where a.order_id = ${orders}.id
    and (a.state in ('refund_due', 'refund_sent', 'refunded', 'refund_stuck') or a.amount_kobo <=
      (select coalesce(sum(r.amount_kobo), 0) from ${refunds} r where r.attempt_id = a.id and r.state <> 'failed')))`,
  disputed: sql`exists (select 1 from ${reviewCases} c where c.order_id = ${orders}.id and c.closed_at is null
    and c.kind in ('disputed', 'reversed'))`,
}

const isFree = and(...Object.values(OBSTACLES).map((obstacle) => not(obstacle)))
const hasParcel = (state: 'packed' | 'sent') =>
  sql`${orders}.id in (select p.order_id from ${parcels} p where p.state = ${sql.raw(`'${state}'`)})`

export const isToPack = and(eq(orders.status, 'paid'), isNull(orders.packedAt), isFree)
export const isToSend = and(hasParcel('packed'), isFree)
export const isOnItsWay = hasParcel('sent')

/** Why this order should not be packed or sent; none if it is free to be. */
export async function listObstacles(db: Database, orderId: string): Promise<ParcelObstacle[]> {
  const names = Object.keys(OBSTACLES) as ParcelObstacle[]
  const [found] = await db.select(OBSTACLES).from(orders).where(eq(orders.id, orderId))
  return names.filter((name) => found?.[name] === true)
}

/** How many orders are to be packed, and to be sent. */
export async function countWork(db: Database): Promise<{ toPack: number; toSend: number }> {
  const [counted] = await rowsOf<{ toPack: number; toSend: number }>(
    db,
    sql`select (select count(*)::int from ${orders} where ${isToPack}) as "toPack",
      (select count(*)::int from ${orders} where ${isToSend}) as "toSend"`,
  )
  return counted ?? { toPack: 0, toSend: 0 }
}
