import { createRoute } from '@hono/zod-openapi'
import { publicFor } from '#server/api/cache-control.ts'
import { createRouter } from '#server/api/router.ts'
import { cachedRoute } from '#server/cache/cached-route.ts'
import { answerKept, keepFor } from '#server/cache/keep-for.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { CATEGORY_TAGS, listCategories, listShippingPlaces, listTags } from '#shared/contract/app-data.ts'
import { listPlaces } from './store.ts'

const FRESH_S = 60
const KEPT = { seconds: FRESH_S, shows: [EVERY_PRODUCT], cacheControl: publicFor(FRESH_S) }

export function appDataApi(dependencies: Pick<Dependencies, 'db' | 'productIndex' | 'now' | 'cache'>) {
  const { db, productIndex } = dependencies
  const api = createRouter()
  api.use('/app-data/*', cachedRoute(dependencies))
  return api
    .openapi(createRoute(listCategories), async (context) => {
      const categories = [...CATEGORY_TAGS, ...(await productIndex.read()).names('category')]
      return answerKept(context, categories, KEPT)
    })
    .openapi(createRoute(listTags), async (context) => {
      const tags = (await productIndex.read()).names('tag')
      return answerKept(context, tags, KEPT)
    })
    .openapi(createRoute(listShippingPlaces), async (context) => {
      const places = await listPlaces(db)
      // What delivery costs is asked for anew at each checkout; the process alone keeps it.
      keepFor(context, { ...KEPT, cacheControl: 'no-cache' })
      return context.json(places, 200)
    })
}
