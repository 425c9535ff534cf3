import type { DefaultError, EnsureQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * `ensureQueryData` for a screen's loader. When nobody waits for the screen any more, its request ends: whoever comes back
 * sends another, instead of waiting for one that may never get a response.
 */
export function loadQuery<QueryData, Data, Key extends QueryKey>(
  client: QueryClient,
  options: EnsureQueryDataOptions<QueryData, DefaultError, Data, Key>,
  { signal }: AbortController,
): Promise<Data> {
  const asked = client.ensureQueryData(options)
  if (!import.meta.env.SSR) {
    signal.addEventListener('abort', () => {
      const query = client.getQueryCache().find({ queryKey: options.queryKey })
      if (query?.getObserversCount() === 0) void query.cancel({ revert: true })
    })
  }
  return asked
}
