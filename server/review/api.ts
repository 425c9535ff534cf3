import { createRoute } from '@hono/zod-openapi'
import { createRouter } from '#server/api/router.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { listReviews } from '#shared/contract/review.ts'
import { ShopError } from '#shared/errors.ts'
import { findReviews } from './store.ts'

export function reviewApi({ db }: Pick<Dependencies, 'db'>) {
  return createRouter().openapi(createRoute(listReviews), async (context) => {
    const reviews = await findReviews(db, context.req.valid('param').productId)
    if (reviews === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
    // Whoever writes or deletes a review must see it when the list is fetched again.
    context.header('Cache-Control', 'no-cache')
    return context.json(reviews, 200)
  })
}
