import type { Database } from '#server/db/connection.ts'
import { stockKeyText } from '#server/stock/quantity.ts'
import type { CheckedProduct } from '#shared/contract/order.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { salePriceKobo } from '#shared/price.ts'
import { checkoutIdOf } from './checkout-id.ts'
import { readOffer } from './offer-store.ts'
import { listHeldLines } from './store.ts'

/**
 * Current prices and stock of products, bypassing every cache. What the checkout of `idempotencyKey` holds counts as
 * available to it: a shopper who left to pay and came back must not see their own goods as sold out.
 */
export async function checkProducts(
  db: Database,
  productIds: readonly string[],
  idempotencyKey: string | undefined,
  now: Date,
): Promise<CheckedProduct[]> {
  const { products } = await readOffer(db, productIds, { place: undefined, fee: undefined })
  const held = idempotencyKey === undefined ? [] : await listHeldLines(db, checkoutIdOf(idempotencyKey))
  const ownHeld = new Map(held.map((line) => [stockKeyText(line), line.quantity]))
  return [...products.values()].map(({ id, name, listPrice, discount, stock }) => ({
    id,
    name,
    price: nairaFromKobo(salePriceKobo(listPrice, discount, now.getTime())),
    stock: stock.map(({ color, size, available }) => ({
      color,
      size,
      quantity: available + (ownHeld.get(stockKeyText({ productId: id, color, size })) ?? 0),
    })),
  }))
}
