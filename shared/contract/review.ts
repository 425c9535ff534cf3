import { z } from 'zod'
import { REVIEW_COMMENT_MAX_CHARS } from '../limits.ts'
import { productId } from './product.ts'
import { defineRoute, failures, isoTime, json } from './route.ts'

export const review = z
  .object({
    _id: z.string(),
    user: z.object({ _id: z.string() }),
    userName: z.string(),
    rating: z.int().min(1).max(5),
    comment: z.string(),
    verified: z.boolean().meta({ description: 'The reviewer bought this product here' }),
    createdAt: isoTime,
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof review>

export const reviewData = z.object({
  rating: z
    .int({ error: 'Rating must be a whole number from 1 to 5' })
    .min(1, 'Rating must be a whole number from 1 to 5')
    .max(5, 'Rating must be a whole number from 1 to 5'),
  comment: z
    .string({ error: 'Comment is required' })
    .trim()
    .min(1, 'Comment is required')
    .max(REVIEW_COMMENT_MAX_CHARS, 'Comment is too long'),
})

export const listReviews = defineRoute({
  method: 'get',
  path: '/review/{productId}',
  summary: 'Reviews of a product, newest first',
  tags: ['review'],
  request: { params: z.object({ productId }) },
  responses: { 200: json(z.array(review), 'Reviews'), ...failures(400, 404) },
})
