import { createRoute } from '@hono/zod-openapi'
import { requireSession } from '#server/auth/require-session.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createRouter } from '#server/http/router.ts'
import { checkCart, getOrder, listMyOrders } from '#shared/contract/order.ts'
import { ShopError } from '#shared/errors.ts'
import { checkProducts } from './cart-check.ts'
import { findOrderOf, listOrdersOf } from './history-store.ts'

export function orderApi(dependencies: Pick<Dependencies, 'db' | 'now'>) {
  const { db, now } = dependencies
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
      context.json(await listOrdersOf(db, context.get('session').userId), 200),
    )
    .openapi(createRoute({ ...getOrder, middleware }), async (context) => {
      const order = await findOrderOf(db, context.get('session').userId, context.req.valid('param').id)
      if (order === undefined) throw new ShopError('NOT_FOUND', 'Order not found')
      return context.json(order, 200)
    })
}
