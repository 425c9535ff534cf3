import { useMemo } from 'react'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { useListingSearch } from '#web/state/use-listing-search.ts'

/**
 * The search in the address bar, which is ahead of the route while its list is loading: the panel shows a choice as soon as
 * it is made. `settled` is the route's own search, used while the shopper is leaving.
 */
export function useWantedSearch(settled: ProductSearch): ProductSearch {
  const asked = useListingSearch()
  return useMemo(() => (asked === undefined ? settled : parseProductSearch(asked)), [asked, settled])
}
