import { createRoute } from '@hono/zod-openapi'
import { createRouter } from '#server/api/router.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { CATEGORY_TAGS, listCategories, listShippingPlaces, listTags } from '#shared/contract/app-data.ts'
import { listCategoryNames, listPlaces, listTagNames } from './store.ts'

export function appDataApi({ db }: Pick<Dependencies, 'db'>) {
  return createRouter()
    .openapi(createRoute(listCategories), async (context) =>
      context.json([...CATEGORY_TAGS, ...(await listCategoryNames(db))], 200),
    )
    .openapi(createRoute(listTags), async (context) => context.json(await listTagNames(db), 200))
    .openapi(createRoute(listShippingPlaces), async (context) => context.json(await listPlaces(db), 200))
}
