import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import { productQuery, reviewSummaryQuery, reviewsQuery } from './query.ts'

/**
 * Called after the shopper's own review was written, changed or deleted. The browser caches products for a while, with their old
 * score: the product is requested past that cache.
 */
export async function refreshReviews(client: QueryClient, api: Api, productId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: reviewsQuery(api, productId).queryKey }),
    client.invalidateQueries({ queryKey: reviewSummaryQuery(api, productId).queryKey }),
    client.prefetchQuery({
      ...productQuery(api, productId),
      queryFn: ({ signal }) =>
        api('get', '/product/{id}', { params: { id: productId } }, { signal, cache: 'no-cache' }),
      staleTime: 0,
    }),
  ])
}

/** Called after the shopper's own review was deleted: it leaves the list even if that cannot be fetched again. */
export async function removeReview(
  client: QueryClient,
  api: Api,
  productId: string,
  reviewId: string,
): Promise<void> {
  client.setQueryData(reviewsQuery(api, productId).queryKey, (reviews) =>
    reviews?.filter(({ _id }) => _id !== reviewId),
  )
  await refreshReviews(client, api, productId)
}
