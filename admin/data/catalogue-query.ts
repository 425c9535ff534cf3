import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

const FOUND_MAX = 8

/** The shop's own search: products by words of their name, colour, tags. */
export const productSearchQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: ['products', search],
    queryFn: ({ signal }) =>
      api('get', '/product', { query: { search, view: 'card', limit: FOUND_MAX } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })

/** Asked for again each time that it is chosen: it says what is left. */
export const productQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => api('get', '/product/{id}', { params: { id } }, { signal, cache: 'no-cache' }),
    staleTime: 0,
  })

export const placesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['places'],
    queryFn: ({ signal }) => api('get', '/app-data/shipping-addresses', {}, { signal }),
  })
