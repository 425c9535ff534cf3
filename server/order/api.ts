import { createRoute } from '@hono/zod-openapi'
import { requireSession } from '#server/auth/require-session.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createRouter } from '#server/http/router.ts'
import { stockKeyText } from '#server/stock/quantity.ts'
import { firstImage } from '#shared/colour.ts'
import { type CheckedProduct, checkCart, getOrder, getReceipt, listMyOrders } from '#shared/contract/order.ts'
import { ShopError } from '#shared/errors.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { salePriceKobo } from '#shared/price.ts'
import { checkoutIdOf } from './content-hash.ts'
import { findOrderOf, findReceipt, listOrdersOf } from './history-store.ts'
import { readOffer } from './offer-store.ts'
import { readReceiptToken } from './receipt-link.ts'
import { listHeldLines } from './store.ts'

export function orderApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now, settings } = dependencies
  const middleware = requireSession(dependencies)
  return createRouter()
    .openapi(createRoute(checkCart), async (context) => {
      const { productIds } = context.req.valid('json')
      const key = context.req.valid('header')['idempotency-key']
      const products = await checkProducts(db, productIds, key, now())
      context.header('Cache-Control', 'no-store')
      return context.json({ products }, 200)
    })
    .openapi(createRoute({ ...listMyOrders, middleware }), async (context) =>
      context.json(await listOrdersOf(db, context.get('session').userId, now()), 200),
    )
    .openapi(createRoute({ ...getOrder, middleware }), async (context) => {
      const { userId } = context.get('session')
      const order = await findOrderOf(db, { userId, orderId: context.req.valid('param').id }, now())
      if (order === undefined) throw new ShopError('NOT_FOUND', 'Order not found')
      return context.json(order, 200)
    })
    .openapi(createRoute(getReceipt), async (context) => {
      // Whoever has the link may see the order, so it must not be cached or leak in a Referer header.
      context.header('Cache-Control', 'no-store')
      context.header('Referrer-Policy', 'no-referrer')
      const link = readReceiptToken(settings.appSecret, context.req.valid('param').token, now())
      const order = link && (await findReceipt(db, link, now()))
      if (order === undefined) throw new ShopError('NOT_FOUND', 'This link does not open an order any more.')
      return context.json(order, 200)
    })
}

/**
 * Current prices and stock of products, bypassing every cache. What the checkout of `idempotencyKey` holds counts as
 * available to it: a shopper who left to pay and came back must not see their own goods as sold out.
 */
async function checkProducts(
  db: Database,
  productIds: readonly string[],
  idempotencyKey: string | undefined,
  now: Date,
): Promise<CheckedProduct[]> {
  const { products } = await readOffer(db, productIds, {})
  const held = idempotencyKey === undefined ? [] : await listHeldLines(db, checkoutIdOf(idempotencyKey))
  const ownHeld = new Map(held.map((line) => [stockKeyText(line), line.quantity]))
  return [...products.values()].map(({ id, name, listPrice, discount, stock, images, colors }) => ({
    id,
    name,
    price: nairaFromKobo(salePriceKobo(listPrice, discount, now.getTime())),
    stock: stock.map(({ color, size, available }) => ({
      color,
      size,
      quantity: available + (ownHeld.get(stockKeyText({ productId: id, color, size })) ?? 0),
    })),
    images: ['', ...colors].map((color) => ({
      color,
      image: firstImage({ images, variants: colors }, color),
    })),
  }))
}
