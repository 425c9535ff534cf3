import { useRouterState } from '@tanstack/react-router'

/**
 * The search parameters as they stand in the address, if it is the listing's; undefined on any other screen. Routes are
 * matched whatever their capitals.
 */
export function useListingSearch() {
  return useRouterState({
    select: ({ location }) => (location.pathname.toLowerCase() === '/products' ? location.search : undefined),
  })
}
