import { createRoute } from '@hono/zod-openapi'
import { createRouter } from '#server/api/router.ts'
import type { Dependencies } from '#server/dependencies.ts'
import * as contract from '#shared/contract/product.ts'
import { ShopError } from '#shared/errors.ts'
import { cacheLifeS, publicFor } from './cache-life.ts'
import { findProduct, listProducts } from './store.ts'

export function productApi({ db, now }: Pick<Dependencies, 'db' | 'now'>) {
  return createRouter()
    .openapi(createRoute(contract.listProducts), async (context) => {
      const at = now()
      const list = await listProducts(db, context.req.valid('query'), at)
      context.header('Cache-Control', publicFor(cacheLifeS(list.products, at)))
      return context.json(list, 200)
    })
    .openapi(createRoute(contract.getProduct), async (context) => {
      const at = now()
      const detail = await findProduct(db, context.req.valid('param').id, at)
      if (detail === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      context.header('Cache-Control', publicFor(cacheLifeS([detail.product, ...detail.relatedProducts], at)))
      return context.json(detail, 200)
    })
}
