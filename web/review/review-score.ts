import { REVIEWS_LISTED_MAX } from '#shared/limits.ts'

type Rated = { rating: number }

/** The mean with one decimal, such as "4.3"; undefined without reviews. */
export function averageRating(reviews: readonly Rated[]): string | undefined {
  if (reviews.length === 0) return undefined
  return (reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length).toFixed(1)
}

/**
 * The score of all reviews: of the list itself, or the product's own once the list is too long to hold all of them. The
 * product's may be a minute old, so it is not used for a list that is complete.
 */
export function wholeScore(
  listed: readonly Rated[],
  product: { ratings: number; numReviews: number },
): { average: string | undefined; count: number } {
  return listed.length < REVIEWS_LISTED_MAX || product.numReviews <= listed.length
    ? { average: averageRating(listed), count: listed.length }
    : { average: product.ratings.toFixed(1), count: product.numReviews }
}

/** "Based on 1 review", "Based on 3 reviews". */
export function basedOn(count: number): string {
  return `Based on ${count} ${count === 1 ? 'review' : 'reviews'}`
}
