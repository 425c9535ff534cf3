import { createRoute } from '@hono/zod-openapi'
import { createRouter } from '#server/api/router.ts'
import { requireSession } from '#server/auth/require-session.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createReview, deleteReview as deleteReviewRoute, listReviews } from '#shared/contract/review.ts'
import { ShopError } from '#shared/errors.ts'
import { findReviews } from './store.ts'
import { deleteReview, writeReview } from './write.ts'

export function reviewApi(dependencies: Pick<Dependencies, 'db' | 'readPublic' | 'now' | 'settings'>) {
  const { readPublic } = dependencies
  const middleware = requireSession(dependencies)
  return createRouter()
    .openapi(createRoute(listReviews), async (context) => {
      const { id } = context.req.valid('param')
      const reviews = await readPublic([id], (db) => findReviews(db, id))
      if (reviews === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      // Whoever writes or deletes a review must see it when the list is fetched again.
      context.header('Cache-Control', 'no-cache')
      return context.json(reviews, 200)
    })
    .openapi(createRoute({ ...createReview, middleware }), async (context) => {
      const { id: productId } = context.req.valid('param')
      const { userId } = context.get('session')
      return context.json(await writeReview(dependencies, userId, productId, context.req.valid('json')), 201)
    })
    .openapi(createRoute({ ...deleteReviewRoute, middleware }), async (context) => {
      await deleteReview(dependencies, context.get('session').userId, context.req.valid('param').id)
      return context.body(null, 204)
    })
}
