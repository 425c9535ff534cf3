import { recordAct } from '#server/audit/store.ts'
import { transact } from '#server/db/retry.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { moveHoldEnd } from '#server/order/store.ts'
import { Refusal } from '#server/refusal.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import { orderNumber } from '#shared/order-number.ts'
import { getAttemptOfOrder } from '../store.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { settle } from './settle.ts'

/**
 * Ends the hold of an unpaid order now, as if its time had come: the provider is asked, and what is not paid or being paid goes back
 * on sale. Returns what the order is then. Throws a Refusal if it holds nothing.
 */
export async function releaseHold(
  dependencies: SettleDependencies,
  { orderId, actor, reason }: { orderId: string; actor: string; reason: string },
): Promise<OrderStatus> {
  const { db, now } = dependencies
  const { reference } = await transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    if (order.status !== 'pending')
      throw new Refusal(
        `Order #${orderNumber(orderId)} holds nothing: it is ${order.status}. Nothing was changed.`,
      )
    await moveHoldEnd(tx, orderId, now(), now())
    await recordAct(tx, { actor, action: 'order.release', subject: orderId, details: { reason } }, now())
    return getAttemptOfOrder(tx, orderId)
  })
  return (await settle(dependencies, reference, 'owner', actor))?.order.status ?? 'pending'
}
