import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ProductSearch } from '#shared/product-search.ts'
import { useOverlay } from '#web/state/overlay.ts'

/**
 * Goes to the list that a filter form asks for. Every change is a step in the history, so Back undoes the last one. From
 * inside the drawer the drawer stays open, on top of that step: the first Back closes it, as everywhere.
 */
export function useFilterChange(): (search: ProductSearch) => void {
  const navigate = useNavigate()
  const router = useRouter()
  const overlay = useOverlay()
  return (search) => {
    const isInDrawer = overlay.current === 'filters'
    const list = { to: '/products', search, resetScroll: false } as const
    // What changes nothing is no step.
    if (router.buildLocation(list).href === router.latestLocation.href) return
    void navigate({ ...list, replace: isInDrawer })
    if (!isInDrawer) return
    // Two steps in one turn would be written as one.
    router.history.flush()
    void navigate({ ...list, state: { overlay: 'filters' } })
    // Nor would a closing of the drawer by the same key find the second.
    router.history.flush()
  }
}
