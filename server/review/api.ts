import { createRoute } from '@hono/zod-openapi'
import { createRouter } from '#server/api/router.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { reviewsOf } from '#server/cache/answer-cache.ts'
import { cachedRoute } from '#server/cache/cached-route.ts'
import { answerKept } from '#server/cache/keep-for.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createReview, deleteReview as deleteReviewRoute, listReviews } from '#shared/contract/review.ts'
import { ShopError } from '#shared/errors.ts'
import { findReviews } from './store.ts'
import { deleteReview, writeReview } from './write.ts'

/** A purchase or a newly verified address makes its buyer's review a verified one after this time at the latest. */
const FRESH_S = 60

export function reviewApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings' | 'cache'>) {
  const { db, cache } = dependencies
  /** The shopper may ask again before this process hears of the change. */
  const changed = (productId: string) => cache?.forget([reviewsOf(productId), productId])
  const middleware = requireSession(dependencies)
  const api = createRouter()
  api.use(
    '/review/:id',
    cachedRoute(dependencies, { name: (context) => `review/${context.req.param('id')}` }),
  )
  return api
    .openapi(createRoute(listReviews), async (context) => {
      const { id } = context.req.valid('param')
      const reviews = await findReviews(db, id)
      if (reviews === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      // A shopper who writes or deletes a review must see it when the list is fetched again.
      return answerKept(context, reviews, {
        seconds: FRESH_S,
        shows: [reviewsOf(id)],
        cacheControl: 'no-cache',
        isStrict: true,
      })
    })
    .openapi(createRoute({ ...createReview, middleware }), async (context) => {
      const { id: productId } = context.req.valid('param')
      const { userId } = context.get('session')
      const written = await writeReview(dependencies, userId, productId, context.req.valid('json'))
      changed(productId)
      return context.json(written, 201)
    })
    .openapi(createRoute({ ...deleteReviewRoute, middleware }), async (context) => {
      const { userId } = context.get('session')
      const productId = await deleteReview(dependencies, userId, context.req.valid('param').id)
      changed(productId)
      return context.body(null, 204)
    })
}
