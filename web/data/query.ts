import { queryOptions } from '@tanstack/react-query'
import type { Order } from '#shared/contract/order.ts'
import type { CardList } from '#shared/contract/product.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import type { Api } from './api.ts'

/**
 * Every query that pages cache, with its key. Reads that must not come from memory stand elsewhere: a payment (payment.ts), a
 * product whose review was just written (review.ts) and whose session this is (session.ts).
 */

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => api('get', '/app-data/categories', {}, { signal }),
  })

export const tagsQuery = (api: Api) =>
  queryOptions({ queryKey: ['tags'], queryFn: ({ signal }) => api('get', '/app-data/tags', {}, { signal }) })

export const shippingPlacesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['shipping-places'],
    queryFn: ({ signal }) => api('get', '/app-data/shipping-addresses', {}, { signal }),
  })

export const textPageQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: ['text-page', name],
    queryFn: ({ signal }) => api('get', '/text-page/{id}', { params: { id: name } }, { signal }),
  })

/** Cards only: the rest of a product is fetched with the product itself. */
export const productsQuery = (api: Api, search: ProductSearch & { limit?: number }) =>
  queryOptions({
    queryKey: ['products', search],
    queryFn: ({ signal }): Promise<CardList> =>
      api('get', '/product', { query: { ...(search as Record<string, string>), view: 'card' } }, { signal }),
  })

/** The current state of these products; those no longer sold are left out. */
export const productsByIdQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['products-by-id', ids],
    queryFn: async ({ signal }) => {
      const { products }: CardList = await api(
        'get',
        '/product',
        { query: { ids: ids.join(','), limit: ids.length, view: 'card' } },
        { signal },
      )
      return ids.flatMap((id) => products.find((product) => product.id === id) ?? [])
    },
  })

export const productQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => api('get', '/product/{id}', { params: { id } }, { signal }),
  })

/** Requested with the session's token, if any; the response is the same for everyone. */
export const reviewsQuery = (api: Api, productId: string, token: string | null = null) =>
  queryOptions({
    queryKey: ['reviews', productId],
    queryFn: ({ signal }) => api('get', '/review/{id}', { params: { id: productId } }, { token, signal }),
  })

/** How a product's reviews are spread, and the newest of them. */
export const reviewSummaryQuery = (api: Api, productId: string) =>
  queryOptions({
    queryKey: ['review-summary', productId],
    queryFn: ({ signal }) => api('get', '/review-summary/{id}', { params: { id: productId } }, { signal }),
  })

/**
 * Keyed by session: one member's data is never shown to the next. An order may have been paid a moment ago, so each use
 * requests it again, and shows the cached data until the response arrives.
 */
export const myOrdersQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['my-orders', token],
    queryFn: ({ signal }) => api('get', '/order/my-orders', {}, { token, signal }),
    staleTime: 0,
  })

const PENDING_REFETCH_MS = 15_000

/** An unpaid order changes elsewhere: on the provider's page, at the bank, or because its time is over. */
const isPending = (order: Pick<Order, 'status'> | undefined) => order?.status === 'pending'

export const orderQuery = (api: Api, token: string, id: string) =>
  queryOptions({
    queryKey: ['order', token, id],
    queryFn: ({ signal }) => api('get', '/order/{id}', { params: { id } }, { token, signal }),
    staleTime: 0,
    refetchOnWindowFocus: ({ state }) => isPending(state.data),
    refetchInterval: ({ state }) => isPending(state.data) && PENDING_REFETCH_MS,
  })

/** By the link in an order's mails. */
export const receiptQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['receipt', token],
    queryFn: ({ signal }) => api('get', '/order/receipt/{token}', { params: { token } }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: ({ state }) => isPending(state.data),
    refetchInterval: ({ state }) => isPending(state.data) && PENDING_REFETCH_MS,
  })

/** Keyed by session, as a member's orders are. */
export const addressesQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['addresses', token],
    queryFn: ({ signal }) => api('get', '/address', {}, { token, signal }),
    staleTime: 0,
  })
