import { createRoute } from '@hono/zod-openapi'
import { createRouter } from '#server/api/router.ts'
import { cachedRoute } from '#server/cache/cached-route.ts'
import { answerKept } from '#server/cache/keep-for.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Dependencies } from '#server/dependencies.ts'
import * as contract from '#shared/contract/product.ts'
import { ShopError } from '#shared/errors.ts'
import { cacheLife } from './cache-life.ts'
import { createProductReads, findProductDetail, listProducts } from './store.ts'

const LIST_PARAMETERS = Object.keys(contract.productQuery.shape)

export function productApi(dependencies: Pick<Dependencies, 'db' | 'productIndex' | 'now' | 'cache'>) {
  const { db, now, productIndex } = dependencies
  const around = { productIndex, readProducts: createProductReads(db) }
  const api = createRouter()
  api.use('/product', cachedRoute(dependencies, { parameters: LIST_PARAMETERS }))
  api.use(
    '/product/:id',
    cachedRoute(dependencies, { name: (context) => `product/${context.req.param('id')}` }),
  )
  return api
    .openapi(createRoute(contract.listProducts), async (context) => {
      const at = { now: now(), behindMs: productIndex.behindMs() }
      const list = await listProducts(around, context.req.valid('query'), at.now)
      return answerKept(context, list, { ...cacheLife(list.products, at), shows: [EVERY_PRODUCT] })
    })
    .openapi(createRoute(contract.getProduct), async (context) => {
      const at = { now: now(), behindMs: productIndex.behindMs() }
      const detail = await findProductDetail(around, context.req.valid('param').id, at.now)
      if (detail === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      const shown = [detail.product, ...detail.relatedProducts]
      return answerKept(context, detail, { ...cacheLife(shown, at), shows: shown.map(({ id }) => id) })
    })
}
