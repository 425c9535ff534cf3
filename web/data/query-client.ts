import { QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE_MS, QUERY_FRESH_MS } from '#shared/limits.ts'
import { ApiError, ApiTimeout } from './api.ts'

const TRIES_AFTER_THE_FIRST = 2

/** `keepMs` is how long a response is cached after its last use. */
export function createQueryClient(keepMs = QUERY_CACHE_MS): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: keepMs,
        staleTime: QUERY_FRESH_MS,
        refetchOnWindowFocus: false,
        // Without a network, the service worker may still have a response.
        networkMode: 'always',
        // A refusal would be refused again; only a failing network or server is retried. A silent one has been waited for.
        retry: (failures, error) =>
          !import.meta.env.SSR &&
          failures < TRIES_AFTER_THE_FIRST &&
          !(error instanceof ApiTimeout) &&
          !(error instanceof ApiError && error.status > 0 && error.status < 500),
      },
      // Without a network it fails at once: one that waits would be sent much later, after the shopper has given it up.
      mutations: { networkMode: 'always' },
    },
  })
}
