import type { By } from '#server/audit/store.ts'
import { findOrderFile } from '#server/order/overview-store.ts'
import { payLinkOf } from '#server/order/sale-text.ts'
import type { Sale } from '#shared/contract/admin/sale.ts'
import type { InitializeBody } from '#shared/contract/payment.ts'
import { ShopError } from '#shared/errors.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import { type PaymentStarter, wantedFrom } from '../start/start.ts'
import { findAttempt } from '../store.ts'

/**
 * Sells to a buyer who is not at the shop's checkout: its own code quotes, holds and starts the payment. The key is one sale: a
 * repeat gets the same link, and a correction replaces what was held. Throws what a start throws.
 */
export async function sell(
  { db, now, settings }: Pick<SettleDependencies, 'db' | 'now' | 'settings'>,
  startPayment: PaymentStarter,
  body: InitializeBody,
  { seller, key }: { seller: By; key: string },
): Promise<Sale> {
  const wanted = wantedFrom(body, `sale by ${seller.memberId ?? seller.actor}: ${key}`, settings.appSecret)
  const { reference } = await startPayment({ ...wanted, userId: null, seller })
  const orderId = (await findAttempt(db, reference))?.orderId
  const file = orderId === undefined ? undefined : await findOrderFile(db, orderId)
  const link = file && payLinkOf(file, now())
  if (!file?.order.holdExpiresAt || !link)
    throw new ShopError(
      'REFUSED',
      'This order was paid, or has ended, in the meantime. Look it up in Orders.',
    )
  const { id, total, holdExpiresAt } = file.order
  return {
    orderId: id,
    number: orderNumber(id),
    total: nairaFromKobo(total),
    heldUntil: holdExpiresAt.toISOString(),
    ...link,
  }
}
