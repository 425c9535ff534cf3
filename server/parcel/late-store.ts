import { and, asc, gt, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orders } from '#server/db/schema/order.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import { orderDispatch } from '#server/order/arrival.ts'
import { isToPack, isToSend } from '#server/order/stage-store.ts'
import { ORDER_COLUMNS, type Order } from '#server/order/store.ts'
import { DAY_MS } from '#shared/duration.ts'
import { type Day, dayNumber } from '#shared/holiday.ts'
import { lagosDayNumber } from '#shared/lagos-time.ts'

/** Older ones are no news to anybody: they were sent without the shop being told. */
const LATE_FOR_MOST_MS = 30 * DAY_MS
const LISTED = 100

/** The day that was promised for an order to be sent, if it has passed. */
export function missedDay(order: Order, now: Date): Day | undefined {
  const promised = orderDispatch(order)
  return promised !== null && dayNumber(promised) < lagosDayNumber(now.getTime()) ? promised : undefined
}

/** Paid orders of which something waits although the day has passed on which they were to be sent, the oldest first. */
export async function listLateOrders(
  db: Database,
  now: Date,
  limit = LISTED,
): Promise<{ order: Order; promised: Day }[]> {
  const found = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(
      and(
        or(isToPack, isToSend),
        gt(orders.confirmedAt, new Date(now.getTime() - LATE_FOR_MOST_MS)),
        // What is paid, or promised anew, by noon is sent on that day, so that nothing is late any sooner.
        sql`greatest(${orders.confirmedAt}, ${orders.promisedAnewAt}) < ${timestamptz(new Date(now.getTime() - DAY_MS / 2))}`,
      ),
    )
    .orderBy(asc(orders.confirmedAt), asc(orders.id))
    .limit(limit)
  return found.flatMap((order) => {
    const promised = missedDay(order, now)
    return promised === undefined ? [] : [{ order, promised }]
  })
}
