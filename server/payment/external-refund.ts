import { recordAct } from '#server/audit/store.ts'
import { transact } from '#server/db/retry.ts'
import { flagForReview, listReviewReasons, lockOrdersWith } from '#server/order/store.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { matchRefunds } from './match-refunds.ts'
import { externalRefundReason } from './review-reason.ts'
import { type Attempt, findRefundByReference } from './store.ts'

/**
 * Flags every refund of a payment that the shop did not request, once each: a closed case stays closed. Returns false
 * if the provider cannot be reached. `actor` is the person who triggered the check, for the audit log.
 */
export async function flagExternalRefunds(
  { db, provider, now }: Pick<SettleDependencies, 'db' | 'provider' | 'now'>,
  { orderId, reference, providerTransactionId }: Attempt,
  actor?: string,
): Promise<boolean> {
  const found = await provider.listRefunds({ id: providerTransactionId ?? '', reference })
  if (found.kind === 'unreachable') return false
  await transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    // Read after the provider has answered: our refunds are stored before they are requested, so none is missing here.
    const own = await findRefundByReference(tx, reference)
    if (order.status !== 'paid' && own === undefined) return
    const { all } = await listReviewReasons(tx, orderId)
    const { external } = matchRefunds(found.refunds, own, all)
    const news = external.map(({ id }) => externalRefundReason(id)).filter((reason) => !all.includes(reason))
    for (const reason of news) await flagForReview(tx, orderId, reason, now())
    if (actor === undefined || news.length === 0) return
    const details = { after: { review: news }, decision: 'a case is opened' }
    await recordAct(tx, { actor, action: 'payment.flag-refund', subject: orderId, details }, now())
  })
  return true
}
