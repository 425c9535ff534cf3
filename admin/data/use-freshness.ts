import { onlineManager, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#shared/duration.ts'

export const useIsOnline = () =>
  useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )

/**
 * The age of what is shown, if it is not the latest: the time of the oldest that could not be read again, or that is older than a
 * minute and still being read. Without a network, of the oldest. Null if all is fresh.
 */
export function useShownSince(isOnline: boolean): number | null {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => oldestOf(cache, isOnline),
  )
}

function oldestOf(cache: QueryCache, isOnline: boolean): number | null {
  const times = cache
    .findAll({ type: 'active' })
    .map(({ state }) => state)
    .filter(({ data, status, fetchStatus, fetchFailureCount, dataUpdatedAt }) => {
      if (data === undefined) return false
      if (!isOnline || status === 'error' || fetchFailureCount > 0) return true
      return fetchStatus === 'fetching' && dataUpdatedAt < Date.now() - MINUTE_MS
    })
    .map(({ dataUpdatedAt }) => dataUpdatedAt)
  return times.length === 0 ? null : Math.min(...times)
}
