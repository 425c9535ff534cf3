import { recordAct } from '#server/audit/store.ts'
import { transact } from '#server/db/retry.ts'
import { flagForReview, listReviewReasons, lockOrdersWith } from '#server/order/store.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { othersRefundReason } from './review-reason.ts'
import { type Attempt, findRefundByReference } from './store.ts'
import { tellRefundsApart } from './whose-refund.ts'

/**
 * Asks a person to look at every refund of a payment that the shop did not ask for, once each: a case that was closed
 * stays closed. False when the provider cannot be asked. `actor` is who had it looked at by hand, for the record.
 */
export async function flagOthersRefunds(
  { db, provider, now }: Pick<SettleDependencies, 'db' | 'provider' | 'now'>,
  { orderId, reference, providerTransactionId }: Attempt,
  actor?: string,
): Promise<boolean> {
  const found = await provider.listRefunds({ id: providerTransactionId ?? '', reference })
  if (found.kind === 'unreachable') return false
  await transact(db, async (tx) => {
    const order = (await lockOrdersWith(tx, orderId)).find((candidate) => candidate.id === orderId)
    // Read once the provider has answered: each refund of ours is kept here before it is asked for.
    const own = await findRefundByReference(tx, reference)
    if (order?.status !== 'paid' && own === undefined) return
    const { all } = await listReviewReasons(tx, orderId)
    const { others } = tellRefundsApart(found.refunds, own, all)
    const news = others.map(({ id }) => othersRefundReason(id)).filter((reason) => !all.includes(reason))
    for (const reason of news) await flagForReview(tx, orderId, reason, now())
    if (actor === undefined || news.length === 0) return
    const details = { after: { review: news }, decision: 'a case is opened' }
    await recordAct(tx, { actor, action: 'payment.flag-refund', subject: orderId, details }, now())
  })
  return true
}
