import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { Refusal } from '#server/refusal.ts'
import { ShopError } from '#shared/errors.ts'
import { orderNumber } from '#shared/order-number.ts'
import { lockOrdersWith } from './lock-store.ts'
import { readHeldBack, writeHeldBack } from './store.ts'

/**
 * Keeps a paid order from being packed, or lets it go (`reason` null), with the audit entry. If it is not as it was shown, nothing is
 * done: somebody else was faster.
 */
export async function holdBack(
  tx: Database,
  { orderId, reason, shown, ...by }: By & { orderId: string; reason: string | null; shown?: string | null },
  now: Date,
): Promise<void> {
  const { order } = await lockOrdersWith(tx, orderId)
  const name = `Order #${orderNumber(orderId)}`
  const before = await readHeldBack(tx, orderId)
  if (shown !== undefined && shown !== before)
    throw new ShopError('CHANGED_MEANWHILE', `${name} was changed by somebody else. Please look again.`, {
      details: { heldBack: before },
    })
  if (reason === null && before === null) throw new Refusal(`${name} is not held back. Nothing was changed.`)
  if (reason !== null && order.status !== 'paid')
    throw new Refusal(`${name} is ${order.status}: only a paid order is packed. Nothing was changed.`)
  await writeHeldBack(tx, orderId, reason, now)
  const action = reason === null ? 'order.let-go' : 'order.hold-back'
  const details = { before: { heldBack: before }, after: { heldBack: reason }, ...(reason && { reason }) }
  await recordAct(tx, { ...by, action, subject: orderId, details }, now)
}
