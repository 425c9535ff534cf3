import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#shared/client/api.ts'
import { KEPT_MS } from './last-read.ts'

const TRIES_AFTER_THE_FIRST = 2
const FRESH_MS = 15_000

/** `onSignedOut` is called when a call says that there is no session any more. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.body?.code === 'UNAUTHORIZED') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a network, what was read can still be read.
        gcTime: KEPT_MS,
        refetchOnReconnect: 'always',
        // Only a failing network or server is retried: a refusal would be repeated.
        retry: (failures, error) =>
          failures < TRIES_AFTER_THE_FIRST &&
          !(error instanceof ApiError && error.status > 0 && error.status < 500),
      },
      // Without a network it fails at once, with what was typed still there.
      mutations: { networkMode: 'always' },
    },
  })
}
