import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orders, reviewCases } from '#server/db/schema/order.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import type { NewIssue, OpenIssue, OrderIssue, RecordedIssue } from './issue.ts'

/** Opens an issue of an order, which it locks, unless the same issue is open. */
export async function openIssue(tx: Database, orderId: string, opened: NewIssue, now: Date): Promise<void> {
  const detail = 'detail' in opened ? opened.detail : null
  const at = timestamptz(now)
  await tx.execute(sql`with locked as (update ${orders} set updated_at = ${at} where id = ${orderId} returning id)
    insert into ${reviewCases} (order_id, kind, detail, opened_at)
      select id, ${opened.kind}::text, ${detail}::text, ${at} from locked
    on conflict do nothing`)
}

/** Opens an issue of a locked order in place of one that no longer holds. */
export async function replaceIssue(
  tx: Database,
  orderId: string,
  replaced: OpenIssue['kind'],
  opened: NewIssue,
  now: Date,
): Promise<void> {
  await tx
    .update(reviewCases)
    .set({ closedAt: now })
    .where(
      and(eq(reviewCases.orderId, orderId), eq(reviewCases.kind, replaced), isNull(reviewCases.closedAt)),
    )
  await openIssue(tx, orderId, opened, now)
}

/** Closes the open issues of a locked order; returns them, oldest first. */
export async function closeIssues(tx: Database, orderId: string, now: Date): Promise<OrderIssue[]> {
  await tx.update(orders).set({ updatedAt: now }).where(eq(orders.id, orderId))
  const closed = await tx
    .update(reviewCases)
    .set({ closedAt: now })
    .where(and(eq(reviewCases.orderId, orderId), isNull(reviewCases.closedAt)))
    .returning({ id: reviewCases.id, kind: reviewCases.kind, detail: reviewCases.detail })
  return closed.toSorted((a, b) => a.id - b.id).map(({ kind, detail }) => ({ kind, detail }))
}

/** The open and closed issues of an order, oldest first. */
export async function listIssues(db: Database, orderId: string): Promise<RecordedIssue[]> {
  return db
    .select({
      kind: reviewCases.kind,
      detail: reviewCases.detail,
      openedAt: reviewCases.openedAt,
      closedAt: reviewCases.closedAt,
    })
    .from(reviewCases)
    .where(eq(reviewCases.orderId, orderId))
    .orderBy(asc(reviewCases.id))
}
