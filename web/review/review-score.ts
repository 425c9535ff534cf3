type Rated = { rating: number }

/** The mean with one decimal, such as "4.3"; undefined without reviews. */
export function averageRating(reviews: readonly Rated[]): string | undefined {
  if (reviews.length === 0) return undefined
  return (reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length).toFixed(1)
}

/** "Based on 1 review", "Based on 3 reviews". */
export function basedOn(count: number): string {
  return `Based on ${count} ${count === 1 ? 'review' : 'reviews'}`
}
