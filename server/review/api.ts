import { createRoute } from '@hono/zod-openapi'
import { requireSession } from '#server/auth/require-session.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cacheFor, reviewsOf } from '#server/http/cache-for.ts'
import { createRouter } from '#server/http/router.ts'
import {
  createReview,
  deleteReview as deleteReviewRoute,
  listReviews,
  summarizeReviews as summarizeReviewsRoute,
  updateReview,
} from '#shared/contract/review.ts'
import { ShopError } from '#shared/errors.ts'
import { findReviews, summarizeReviews } from './store.ts'
import { changeReview, deleteReview, writeReview } from './write.ts'

/** A purchase or a newly verified address makes its buyer's review a verified one after this time at the latest. */
const FRESH_S = 60

export function reviewApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings' | 'cache'>) {
  const { db, cache } = dependencies
  /** The shopper may ask again before this process is notified of the change. */
  const changed = (productId: string) => cache?.invalidate([reviewsOf(productId), productId])
  const middleware = requireSession(dependencies)
  return createRouter()
    .openapi(createRoute(listReviews), async (context) => {
      const { id } = context.req.valid('param')
      const reviews = await findReviews(db, id)
      if (reviews === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      // A shopper who writes or deletes a review must see it when the list is fetched again.
      cacheFor(context, {
        seconds: FRESH_S,
        tags: [reviewsOf(id)],
        cacheControl: 'no-cache',
        isStrict: true,
      })
      return context.json(reviews, 200)
    })
    .openapi(createRoute(summarizeReviewsRoute), async (context) => {
      const { id } = context.req.valid('param')
      const summary = await summarizeReviews(db, id)
      if (summary === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      cacheFor(context, {
        seconds: FRESH_S,
        tags: [reviewsOf(id)],
        cacheControl: 'no-cache',
        isStrict: true,
      })
      return context.json(summary, 200)
    })
    .openapi(createRoute({ ...updateReview, middleware }), async (context) => {
      const { id } = context.req.valid('param')
      const { userId } = context.get('session')
      const changedReview = await changeReview(dependencies, userId, id, context.req.valid('json'))
      changed(changedReview.productId)
      return context.json(changedReview, 200)
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
