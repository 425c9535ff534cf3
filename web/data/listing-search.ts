import { useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { parseAddress } from './address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The query string of the listing from which this product was opened. */
    list?: string | undefined
  }
}

/** Routes are matched whatever their capitals. */
const isListing = ({ pathname }: { pathname: string }) => pathname.toLowerCase() === '/products'

/**
 * The listing's search as it stands in the address, which is ahead of the route while its list is loading; undefined on any
 * other screen.
 */
export function useListingSearch(): ProductSearch | undefined {
  return useRouterState({
    select: ({ location }) => (isListing(location) ? parseProductSearch(location.search) : undefined),
  })
}

/**
 * The history state for a link to a product, which then knows the listing it was opened from. Always the same function: the
 * router forgets what a link preloads when the link's options change.
 */
export function useListState() {
  const router = useRouter()
  return useCallback(() => {
    const { latestLocation } = router
    return { list: isListing(latestLocation) ? latestLocation.searchStr : undefined }
  }, [router])
}

/** The listing's search, or that of the listing from which the product on the screen was opened. */
export function useListBehind(): ProductSearch {
  const isHydrated = useHydrated()
  const list = useRouterState({ select: ({ location }) => location.state.list ?? '' })
  // The history is the browser's: the server does not know it.
  return useListingSearch() ?? parseProductSearch(parseAddress(isHydrated ? list : ''))
}
