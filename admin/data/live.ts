import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MINUTE_MS } from '#shared/duration.ts'

const FALLBACK_MS = 20_000

/** Whether the shop tells this page of changes. */
let isLive = false

/** How often lists are asked for again: rarely while the shop tells of changes. */
export const pollMs = () => (isLive ? MINUTE_MS : FALLBACK_MS)

/** What changes with an order, wherever it is shown. */
const OF_ORDERS = ['today', 'orders', 'order', 'parcels', 'pack', 'returns']

export const readOrdersAgain = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => OF_ORDERS.includes(queryKey[0] as string) })

/** Lists are read again when the shop tells of a change, as long as the page can be seen. Where that fails, they are polled. */
export function useLiveLists(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let stop = document.hidden ? undefined : watch(queryClient)
    const onVisibility = () => {
      stop?.()
      stop = document.hidden ? undefined : watch(queryClient)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      stop?.()
    }
  }, [queryClient])
}

function watch(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource
  let hasGap = false
  const open = () => {
    source = new EventSource('/api/admin/changes')
    source.addEventListener('open', () => {
      isLive = true
      // What was missed meanwhile.
      if (hasGap) void readOrdersAgain(queryClient)
      hasGap = false
    })
    source.addEventListener('changed', () => readOrdersAgain(queryClient))
    source.addEventListener('error', () => {
      isLive = false
      hasGap = true
      // The browser tries again by itself after a lost connection, not after a refusal.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, MINUTE_MS)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
    isLive = false
  }
}
