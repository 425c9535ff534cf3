import type { Database } from '#server/db/connection.ts'
import { isOpen, issueReasons, type OpenIssue } from '#server/order/issue.ts'
import { listIssues } from '#server/order/issue-store.ts'

export async function openIssuesOf(db: Database, orderId: string): Promise<OpenIssue[]> {
  return (await listIssues(db, orderId)).filter(isOpen)
}

/** Why an order needs review; null if it does not. */
export async function reviewOf(db: Database, orderId: string): Promise<string | null> {
  return issueReasons(await openIssuesOf(db, orderId))
}
