import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ProductSearch } from '#shared/product-search.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { scrollKey } from '#web/state/scroll-memory.ts'

/**
 * Navigates to the list that a filter form asks for. Every change is a history entry, so Back undoes the last one. From
 * inside the drawer, the drawer stays open on top of that entry: the first Back closes it, as everywhere.
 */
export function useFilterChange(): (search: ProductSearch) => void {
  const navigate = useNavigate()
  const router = useRouter()
  const overlay = useOverlay()
  return (search) => {
    const isInDrawer = overlay.current === 'filters'
    const list = { to: '/products', search, resetScroll: false } as const
    // A change without effect adds no entry.
    if (router.buildLocation(list).href === router.latestLocation.href) return
    void navigate({ ...list, replace: isInDrawer })
    if (!isInDrawer) return
    // Two navigations in one task would be merged into one entry.
    router.history.flush()
    void navigate({ ...list, state: { overlay: 'filters', pageKey: scrollKey(router.latestLocation) } })
    // Otherwise a key press that also closes the drawer would not find the second entry.
    router.history.flush()
  }
}
