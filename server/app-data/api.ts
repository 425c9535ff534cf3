import { createRoute } from '@hono/zod-openapi'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cacheFor, publicFor } from '#server/http/cache-for.ts'
import { createRouter } from '#server/http/router.ts'
import { CATEGORY_TAGS, listCategories, listShippingPlaces, listTags } from '#shared/contract/app-data.ts'
import { listPlaces } from './store.ts'

const FRESH_S = 60
const CACHED = { seconds: FRESH_S, tags: [EVERY_PRODUCT], cacheControl: publicFor(FRESH_S) }

export function appDataApi({ db, productIndex }: Pick<Dependencies, 'db' | 'productIndex'>) {
  return createRouter()
    .openapi(createRoute(listCategories), async (context) => {
      const categories = [...CATEGORY_TAGS, ...(await productIndex.read()).names('category')]
      cacheFor(context, CACHED)
      return context.json(categories, 200)
    })
    .openapi(createRoute(listTags), async (context) => {
      const tags = (await productIndex.read()).names('tag')
      cacheFor(context, CACHED)
      return context.json(tags, 200)
    })
    .openapi(createRoute(listShippingPlaces), async (context) => {
      const places = await listPlaces(db)
      // Only the process caches delivery prices: each checkout must get the current ones.
      cacheFor(context, { ...CACHED, cacheControl: 'no-cache' })
      return context.json(places, 200)
    })
}
