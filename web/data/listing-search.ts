import { useRouterState } from '@tanstack/react-router'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'

/**
 * The listing's search as it stands in the address, which is ahead of the route while its list is loading; undefined on any
 * other screen. Routes are matched whatever their capitals.
 */
export function useListingSearch(): ProductSearch | undefined {
  return useRouterState({
    select: ({ location }) =>
      location.pathname.toLowerCase() === '/products' ? parseProductSearch(location.search) : undefined,
  })
}
