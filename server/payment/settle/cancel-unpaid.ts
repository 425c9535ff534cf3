import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { getOrder, listLines, type Order } from '#server/order/store.ts'
import { Refusal } from '#server/refusal.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import { orderNumber } from '#shared/order-number.ts'
import { getAttemptOfOrder } from '../store.ts'
import { applyDecision, type SettleDependencies } from './apply-decision.ts'
import type { ProviderStatus } from './provider-status.ts'
import { settlePayment } from './settle.ts'

export type OwnersCancel = By & { orderId: string; reason: string }

/** What the provider said of an unpaid order, and what the order became by that: still pending, it can be cancelled. */
export type AskedBeforeCancel = { status: OrderStatus; providerStatus: ProviderStatus; checkoutId: string }

/**
 * Asks the provider about the payment of a pending order, and settles it: money that has arrived makes it paid. Throws a
 * Refusal if the order is not pending, is being paid at this moment, or nobody can tell.
 */
export async function askBeforeCancel(
  dependencies: SettleDependencies,
  { orderId, actor }: Pick<OwnersCancel, 'orderId' | 'actor'>,
): Promise<AskedBeforeCancel> {
  const { db } = dependencies
  const order = await getOrder(db, orderId)
  refuseUnlessPending(order)
  const attempt = await getAttemptOfOrder(db, orderId)
  const { order: now, providerStatus } = await settlePayment(dependencies, { order, attempt }, 'owner', actor)
  const asked = { status: now.status, providerStatus, checkoutId: order.checkoutId }
  if (now.status !== 'pending') return asked
  const name = `Order #${orderNumber(orderId)}`
  if (providerStatus.kind === 'in-flight')
    throw new Refusal(`${name} is being paid at this moment. Nothing was changed; try again later.`)
  if (providerStatus.kind === 'unreachable')
    throw new Refusal('The payment provider cannot be reached now. Nothing was changed; try again later.')
  if (providerStatus.kind !== 'abandoned' && providerStatus.kind !== 'absent')
    throw new Refusal(
      `The provider has something of the payment of ${name.toLowerCase()} that needs you first (${providerStatus.kind}). Nothing was changed.`,
    )
  return asked
}

/**
 * Cancels a pending order that nobody is paying: its status, its hold, the mail and the audit entry in one transaction, under
 * the order's lock. Money that arrives later makes it paid if its goods are still there, and is returned otherwise. Where
 * asking has ended the order already, there is nothing left to do. Returns what the order is.
 */
export async function cancelUnpaid(
  tx: Database,
  dependencies: SettleDependencies,
  { orderId, reason, ...by }: OwnersCancel,
  { status, providerStatus }: AskedBeforeCancel,
): Promise<OrderStatus> {
  if (status !== 'pending') return status
  const { order, siblings } = await lockOrdersWith(tx, orderId)
  refuseUnlessPending(order)
  const work = {
    ...{ ...dependencies, tx, order, siblings, providerStatus },
    attempt: await getAttemptOfOrder(tx, orderId),
    lines: await listLines(tx, orderId),
    hasRefund: false,
    source: 'owner',
  } as const
  const cancelled = await applyDecision(work, { do: 'cancel', isByShop: true })
  const details = { before: { status: order.status }, after: { status: cancelled.order.status }, reason }
  await recordAct(tx, { ...by, action: 'order.cancel', subject: orderId, details }, dependencies.now())
  return cancelled.order.status
}

/** Asks and cancels. */
export async function cancelOrder(
  dependencies: SettleDependencies,
  wanted: OwnersCancel,
): Promise<OrderStatus> {
  const asked = await askBeforeCancel(dependencies, wanted)
  const status = await transact(dependencies.db, (tx) => cancelUnpaid(tx, dependencies, wanted, asked))
  dependencies.stockAnnouncer.moved(asked.checkoutId)
  return status
}

function refuseUnlessPending({ id, status }: Pick<Order, 'id' | 'status'>): void {
  if (status !== 'pending')
    throw new Refusal(`Order #${orderNumber(id)} holds nothing: it is ${status}. Nothing was changed.`)
}
