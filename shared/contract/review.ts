import { z } from 'zod'
import { isVisible } from '../invisible-marks.ts'
import { REVIEW_COMMENT_MAX_CHARS, REVIEWS_LISTED_MAX, REVIEWS_SHOWN_INLINE } from '../limits.ts'
import { del, failures, get, id, isoTime, json, jsonBody, post, put } from './route.ts'

export const review = z
  .object({
    _id: z.string(),
    productId: id,
    user: z.object({ _id: z.string() }),
    userName: z.string(),
    rating: z.int().min(1).max(5),
    comment: z.string(),
    verified: z.boolean().meta({ description: 'The reviewer bought this product here' }),
    createdAt: isoTime,
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof review>

const BOTH = 'Please provide both rating and comment.'
const RANGE = 'Rating must be a whole number from 1 to 5'
/** A form whose stars have not been touched sends 0 or nothing. */
const missingOr = (wrong: string) => (issue: { input?: unknown }) => (issue.input ? wrong : BOTH)

export const reviewData = z.object(
  {
    rating: z
      .int({ error: missingOr(RANGE) })
      .min(1, { error: missingOr(RANGE) })
      .max(5, RANGE),
    comment: z
      .string({ error: BOTH })
      .trim()
      .min(1, BOTH)
      .refine((comment) => isVisible(comment), BOTH)
      .max(REVIEW_COMMENT_MAX_CHARS, 'Comment is too long'),
  },
  { error: BOTH },
)
export type ReviewData = z.infer<typeof reviewData>

const { $schema: _, ...bareForm } = z.toJSONSchema(reviewData, { io: 'input' })

/**
 * The storefront wraps what it sends in `reviewData`; the bare form is accepted too. Errors name the same fields in both,
 * which those of a union would not, so that both forms are spelt out for OpenAPI.
 */
const reviewBody = z
  .preprocess(
    (body: ReviewData | { reviewData: ReviewData }) =>
      typeof body === 'object' && body !== null && 'reviewData' in body ? body.reviewData : body,
    reviewData,
  )
  .meta({
    type: 'object',
    oneOf: [{ type: 'object', properties: { reviewData: bareForm }, required: ['reviewData'] }, bareForm],
  })

/** The same parameter name for both: OpenAPI treats /review/{a} and /review/{b} as one path. */
const idOf = (what: 'product' | 'review') => id.meta({ description: `Id of the ${what}` })

export const listReviews = get('/review/{id}', {
  summary: `The newest ${REVIEWS_LISTED_MAX} reviews of a product, newest first; its numReviews counts all of them`,
  tags: ['review'],
  security: [{ session: [] }, {}],
  request: { params: z.object({ id: idOf('product') }) },
  responses: { 200: json(z.array(review), 'Reviews'), ...failures(400, 404) },
})

export const reviewSummary = z
  .object({
    counts: z
      .array(z.int())
      .length(5)
      .meta({ description: 'How many reviews gave one star, two, up to five' }),
    newest: z.array(review).max(REVIEWS_SHOWN_INLINE),
  })
  .meta({ id: 'ReviewSummary' })
export type ReviewSummary = z.infer<typeof reviewSummary>

export const summarizeReviews = get('/review-summary/{id}', {
  summary: "How a product's reviews are spread, and the newest of them",
  tags: ['review'],
  request: { params: z.object({ id: idOf('product') }) },
  responses: { 200: json(reviewSummary, 'The summary'), ...failures(400, 404) },
})

export const createReview = post('/review/{id}', {
  summary: 'Review a product, once per customer',
  tags: ['review'],
  security: [{ session: [] }],
  request: {
    params: z.object({ id: idOf('product') }),
    ...jsonBody(reviewBody),
  },
  responses: { 201: json(review, 'The review'), ...failures(400, 401, 403, 404, 409, 413, 415, 429) },
})

export const updateReview = put('/review/{id}', {
  summary: 'Change your own review',
  tags: ['review'],
  security: [{ session: [] }],
  request: {
    params: z.object({ id: idOf('review') }),
    ...jsonBody(reviewBody),
  },
  responses: { 200: json(review, 'The review'), ...failures(400, 401, 403, 404, 413, 415, 429) },
})

export const deleteReview = del('/review/{id}', {
  summary: 'Delete your own review',
  tags: ['review'],
  security: [{ session: [] }],
  request: { params: z.object({ id: idOf('review') }) },
  responses: { 204: { description: 'Deleted' }, ...failures(400, 401, 403, 404, 413) },
})
