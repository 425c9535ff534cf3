import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProductSearch } from '#shared/product-search.ts'
import type { Api } from '#web/data/api.ts'
import { productsQuery } from '#web/data/query.ts'

/**
 * The lists shown since the listing was opened stay in use, and so in the cache: Back shows one at once, at the scroll
 * position where it was left, however long the shopper looked at the next one. The request of one that has not come when
 * another is wanted ends.
 */
export function useShownLists(api: Api, search: ProductSearch): void {
  const client = useQueryClient()
  const held = useRef<(() => void)[]>([])
  useEffect(() => {
    const release = hold(client, api, search)
    return () => {
      if (client.getQueryData(productsQuery(api, search).queryKey) === undefined) release()
      else held.current.push(release)
    }
  }, [client, api, search])
  useEffect(
    () => () => {
      for (const release of held.current.splice(0)) release()
    },
    [],
  )
}

function hold(client: QueryClient, api: Api, search: ProductSearch): () => void {
  return new QueryObserver(client, { ...productsQuery(api, search), enabled: false }).subscribe(() => {})
}
