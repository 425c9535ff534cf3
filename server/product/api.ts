import { createRoute } from '@hono/zod-openapi'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cacheFor } from '#server/http/cache-for.ts'
import { createRouter } from '#server/http/router.ts'
import * as contract from '#shared/contract/product.ts'
import { ShopError } from '#shared/errors.ts'
import { cacheLife } from './cache-life.ts'
import { findProductDetail, listProducts } from './read.ts'

export function productApi(dependencies: Pick<Dependencies, 'db' | 'productIndex' | 'now'>) {
  const { now, productIndex } = dependencies
  return createRouter()
    .openapi(createRoute(contract.listProducts), async (context) => {
      const at = { now: now(), behindMs: productIndex.behindMs() }
      const list = await listProducts(dependencies, context.req.valid('query'), at.now)
      cacheFor(context, { ...cacheLife(list.products, at), tags: [EVERY_PRODUCT] })
      return context.json(list, 200)
    })
    .openapi(createRoute(contract.getProduct), async (context) => {
      const at = { now: now(), behindMs: productIndex.behindMs() }
      const detail = await findProductDetail(dependencies, context.req.valid('param').id, at.now)
      if (detail === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      const shown = [detail.product, ...detail.relatedProducts]
      cacheFor(context, { ...cacheLife(shown, at), tags: shown.map(({ id }) => id) })
      return context.json(detail, 200)
    })
}
