import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orders, reviewCases } from '#server/db/schema/order.ts'
import { afterBusinessHours, businessHoursLeft } from '#shared/business-hours.ts'
import type { Kobo } from '#shared/naira.ts'
import { shop } from '#shop.config'

/** So long the provider waits for an answer before the money goes back, from its event on. */
const ANSWER_WITHIN_HOURS = 16

export type Dispute = { orderId: string; total: Kobo; openedAt: Date; dueAt: Date; hoursLeft: number }

/** The disputes that nobody has answered, or those of one order, the oldest first, with the business hours that are left. */
export async function listOpenDisputes(db: Database, now: Date, orderId?: string): Promise<Dispute[]> {
  const found = await db
    .select({ orderId: orders.id, total: orders.total, openedAt: reviewCases.openedAt })
    .from(reviewCases)
    .innerJoin(orders, eq(orders.id, reviewCases.orderId))
    .where(
      and(
        eq(reviewCases.kind, 'disputed'),
        isNull(reviewCases.closedAt),
        orderId === undefined ? undefined : eq(orders.id, orderId),
      ),
    )
    .orderBy(asc(reviewCases.openedAt), asc(reviewCases.id))
  return found.map((dispute) => {
    const dueMs = afterBusinessHours(dispute.openedAt.getTime(), ANSWER_WITHIN_HOURS, shop.holidays)
    return {
      ...dispute,
      dueAt: new Date(dueMs),
      hoursLeft: businessHoursLeft(now.getTime(), dueMs, shop.holidays),
    }
  })
}
