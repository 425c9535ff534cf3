import { QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE_MS } from '#shared/limits.ts'
import { ApiError } from './api.ts'

const TRIES_AFTER_THE_FIRST = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // As one text the answers are smaller in the page, and read faster, than as the router writes objects.
      dehydrate: { serializeData: JSON.stringify },
      hydrate: { deserializeData: JSON.parse },
      queries: {
        gcTime: QUERY_CACHE_MS,
        staleTime: QUERY_CACHE_MS,
        refetchOnWindowFocus: false,
        // Without a network the service worker may still have an answer.
        networkMode: 'always',
        // An answer that says no will say no again; only a failing network or server is asked again.
        retry: (failures, error) =>
          typeof document !== 'undefined' &&
          failures < TRIES_AFTER_THE_FIRST &&
          !(error instanceof ApiError && error.status > 0 && error.status < 500),
      },
    },
  })
}
