import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { Refusal } from '#server/refusal.ts'
import { orderNumber } from '#shared/order-number.ts'
import { issueReasons } from './issue.ts'
import { closeDerivedIssues } from './issue-list-store.ts'
import { closeIssues } from './issue-store.ts'
import { lockOrdersWith } from './lock-store.ts'

type Resolved = By & { orderId: string; note: string }

/**
 * Closes the open issues of an order: reviews, a late payment, a slow refund, a given-up mail. Returns their reasons.
 * Later events open new issues. Throws a Refusal if nothing is open.
 */
export async function resolveIssues(
  tx: Database,
  { orderId, note, ...by }: Resolved,
  now: Date,
): Promise<string> {
  await lockOrdersWith(tx, orderId)
  const closed = [...(await closeIssues(tx, orderId, now)), ...(await closeDerivedIssues(tx, orderId, now))]
  const before = issueReasons(closed)
  if (before === null)
    throw new Refusal(`Nothing about order #${orderNumber(orderId)} is open. Nothing was changed.`)
  await recordAct(tx, { ...by, action: 'order.resolve', subject: orderId, details: { before, note } }, now)
  return before
}

/** The same in a transaction of its own. */
export function resolveOrder(db: Database, resolved: Resolved, now: Date): Promise<string> {
  return transact(db, (tx) => resolveIssues(tx, resolved, now))
}
