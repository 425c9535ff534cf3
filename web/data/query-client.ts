import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, ApiTimeout } from '#shared/client/api.ts'
import { QUERY_CACHE_MS, QUERY_FRESH_MS } from '#shared/limits.ts'

const TRIES_AFTER_THE_FIRST = 2

/** A response is cached for QUERY_CACHE_MS after its last use; while rendering no timer holds it for longer than its page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // The network counts as gone until the shop responds again (web/state/connection.ts).
      onError: (error) => {
        if (!import.meta.env.SSR && error instanceof ApiError && error.isLost) onlineManager.setOnline(false)
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : QUERY_CACHE_MS,
        staleTime: QUERY_FRESH_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: 'always',
        // Without a network, the service worker may still have a response.
        networkMode: 'always',
        // Only a failing network or server is retried. A refusal would be repeated, and a timeout was a long wait already.
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
