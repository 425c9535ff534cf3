import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { Refusal } from '#server/refusal.ts'
import { orderNumber } from '#shared/order-number.ts'
import { hasGivenUpMail, hasSlowRefund, isLateOpen } from './overview-store.ts'
import { closeReview, lockOrdersWith, NEXT_REASON } from './store.ts'

/**
 * Closes the open case of an order: a review, a late payment, a slow refund, a given-up mail. Returns its reasons.
 * Later events open a new case. Throws a Refusal if nothing is open.
 */
export async function resolveOrder(
  db: Database,
  { orderId, actor, note }: { orderId: string; actor: string; note: string },
  now: Date,
): Promise<string> {
  return transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    const open = [
      order.needsReview ?? undefined,
      (await isLateOpen(tx, orderId)) ? 'paid late' : undefined,
      (await hasSlowRefund(tx, orderId, now)) ? 'a refund is slow' : undefined,
      (await hasGivenUpMail(tx, orderId)) ? 'a mail could not be delivered' : undefined,
    ].filter((reason) => reason !== undefined)
    if (open.length === 0) {
      throw new Refusal(`Nothing about order #${orderNumber(orderId)} is open. Nothing was changed.`)
    }
    const before = open.join(NEXT_REASON)
    await closeReview(tx, orderId, now)
    await recordAct(tx, { actor, action: 'order.resolve', subject: orderId, details: { before, note } }, now)
    return before
  })
}
