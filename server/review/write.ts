import { findUserById } from '#server/auth/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { Review, ReviewData } from '#shared/contract/review.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { insertReview, isReview, removeReview, updateReview } from './store.ts'

const WRITING_LIMIT = { max: 5, windowMs: HOUR_MS }

type WriteDependencies = Pick<Dependencies, 'db' | 'now' | 'settings'>

/** Throws RATE_LIMITED, UNAUTHORIZED if the account is gone, NOT_FOUND if the product is, or ALREADY_REVIEWED. */
export async function writeReview(
  { db, now, settings }: WriteDependencies,
  userId: string,
  productId: string,
  data: ReviewData,
): Promise<Review> {
  await createRateLimiter(db, settings, now())('review', userId, WRITING_LIMIT)
  return transact(db, async (tx) => {
    const user = await findUserById(tx, userId)
    if (user === undefined) throw new ShopError('UNAUTHORIZED', 'Please log in to write a review.')
    const written = await insertReview(tx, productId, user, data, now())
    if (written === 'no product') throw new ShopError('NOT_FOUND', 'Product not found')
    if (written === 'already reviewed') {
      throw new ShopError('ALREADY_REVIEWED', 'You have already reviewed this product.')
    }
    return written
  })
}

/** Only the writer may change a review: throws FORBIDDEN for others, NOT_FOUND if there is none, and RATE_LIMITED. */
export async function changeReview(
  { db, now, settings }: WriteDependencies,
  userId: string,
  reviewId: string,
  data: ReviewData,
): Promise<Review> {
  await createRateLimiter(db, settings, now())('review', userId, WRITING_LIMIT)
  return transact(db, async (tx) => {
    const review = await updateReview(tx, reviewId, userId, data)
    if (review !== undefined) return review
    return refuse(tx, reviewId, 'Only your own reviews can be changed.')
  })
}

/** Returns the product's id. Only the writer may delete a review: throws FORBIDDEN for others, NOT_FOUND if there is none. */
export async function deleteReview(
  { db }: Pick<WriteDependencies, 'db'>,
  userId: string,
  reviewId: string,
): Promise<string> {
  return transact(db, async (tx) => {
    const productId = await removeReview(tx, reviewId, userId)
    if (productId !== undefined) return productId
    return refuse(tx, reviewId, 'Only your own reviews can be deleted.')
  })
}

async function refuse(db: Database, reviewId: string, notYours: string): Promise<never> {
  if (await isReview(db, reviewId)) throw new ShopError('FORBIDDEN', notYours)
  throw new ShopError('NOT_FOUND', 'Review not found')
}
