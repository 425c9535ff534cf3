import { recordAct } from '#server/audit/store.ts'
import { transact } from '#server/db/retry.ts'
import { issueReason } from '#server/order/issue.ts'
import { listIssues } from '#server/order/issue-store.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { providerFor } from '../provider.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import type { Attempt } from '../store.ts'
import { openExternalIssues } from './external-issue.ts'
import { matchRefunds } from './match-refunds.ts'
import { listRefundsOf } from './refund-store.ts'

/**
 * Flags every refund of a payment that the shop did not request, once each: a closed issue stays closed. Returns false
 * if the provider cannot be reached. `actor` is the person who triggered the check, for the audit log.
 */
export async function flagExternalRefunds(
  { db, provider, now }: Pick<SettleDependencies, 'db' | 'provider' | 'now'>,
  attempt: Attempt,
  actor?: string,
): Promise<boolean> {
  const { orderId, reference, providerTransactionId, createdAt } = attempt
  const asked = providerFor(provider, attempt)
  const found = await asked.listRefunds({ id: providerTransactionId ?? '', reference, since: createdAt })
  if (found.kind === 'unreachable') return false
  await transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    // Read after the provider has responded: our refunds are stored before they are requested, so none is missing here.
    const own = await listRefundsOf(tx, reference)
    if (order.status !== 'paid' && own.length === 0) return
    const { external } = matchRefunds(found.refunds, own, await listIssues(tx, orderId))
    const news = await openExternalIssues(tx, orderId, external, now())
    if (actor === undefined || news.length === 0) return
    const details = { after: { review: news.map(issueReason) }, decision: 'an issue is opened' }
    await recordAct(tx, { actor, action: 'payment.flag-refund', subject: orderId, details }, now())
  })
  return true
}
