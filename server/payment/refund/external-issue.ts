import type { Database } from '#server/db/connection.ts'
import { listIssues, openIssue } from '#server/order/issue-store.ts'
import type { ProviderRefund } from '../provider.ts'
import { hasOwnIssue } from './match-refunds.ts'

type ExternalIssue = { kind: 'external-refund'; detail: string }

/**
 * Opens an issue for each refund that the shop did not request and that has none yet, open or closed; returns the new ones.
 * From then on its number is known.
 */
export async function openExternalIssues(
  tx: Database,
  orderId: string,
  external: readonly ProviderRefund[],
  now: Date,
): Promise<readonly ExternalIssue[]> {
  const issues = await listIssues(tx, orderId)
  const news = external
    .filter((refund) => !hasOwnIssue(issues, refund))
    .map(({ id }): ExternalIssue => ({ kind: 'external-refund', detail: id }))
  for (const opened of news) await openIssue(tx, orderId, opened, now)
  return news
}
