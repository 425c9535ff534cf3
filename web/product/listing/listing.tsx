import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { CardList, Facets } from '#shared/contract/product.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { useSavesData } from '#ui/data-saver.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { useLoadedAhead } from '#ui/load-ahead.ts'
import { OverlayWhenOpened } from '#web/item/overlay-when-opened.tsx'
import { RecentlyViewed } from '#web/product/card/recently-viewed.tsx'
import { useOverlay } from '#web/state/overlay.ts'
import { scrollKey } from '#web/state/scroll-memory.ts'
import { AppliedFilters, listAppliedFilters } from './applied-filters.tsx'
import { FilterForm } from './filter-form.tsx'
import { LIST_HEADING } from './go-to-list.ts'
import { shownRange } from './list-page.ts'
import { FILTER_FORM, FilterAside, FiltersButton, ListingHeader } from './listing-frame.tsx'
import { listingTitle } from './listing-head.ts'
import { loadPriceControls } from './price-filter.tsx'
import { SortSelect } from './sort-select.tsx'

const loadDrawer = () => import('./filter-drawer.tsx')
const FilterDrawer = lazyComponent(loadDrawer, 'FilterDrawer')
const AHEAD = [loadDrawer, loadPriceControls]

/** All that stands around the results, whatever became of them: a shopper can always choose something else. */
export function Listing({
  search,
  list,
  facets,
  hasFailed,
  children,
}: {
  search: ProductSearch
  /** Absent while it is loading, and if it failed. */
  list: CardList | undefined
  facets: Facets | undefined
  hasFailed: boolean
  children: ReactNode
}) {
  const results = useRef<HTMLDivElement>(null)
  useLoadedAhead(AHEAD, useSavesData())
  const goTo = useFilterChange()
  const filters = {
    search,
    facets,
    onChange: (next: ProductSearch) => {
      goTo(next)
      // The choice was far down the panel: what it changes is above.
      if (results.current && results.current.getBoundingClientRect().top < 0) results.current.scrollIntoView()
    },
  }
  return (
    <>
      <div className="page pt-8 pb-24 sm:pt-12">
        <ListingHeader
          title={listingTitle(search)}
          range={list && shownRange(search.page ?? 1, list.products.length, list.total)}
          total={list?.total}
          hasFailed={hasFailed}
        />
        <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-x-10">
          <FilterAside>
            <FilterForm id={FILTER_FORM} {...filters} />
          </FilterAside>
          <div ref={results} className="min-w-0 scroll-mt-28">
            <div className="flex flex-wrap gap-2 bg-paper py-2.5 max-lg:-mx-(--spacing-gutter) max-lg:px-(--spacing-gutter) tall:sticky tall:top-26 tall:z-20 lg:top-18">
              <FiltersButton count={listAppliedFilters(search).length} />
              <div className="min-w-[min(9rem,100%)] flex-1 sm:ml-auto sm:max-w-56 noscript:max-lg:hidden">
                <SortSelect sortBy={search.sortBy} form={FILTER_FORM} />
              </div>
            </div>
            <AppliedFilters search={search} />
            <h2 id={LIST_HEADING} tabIndex={-1} className="sr-only">
              Products
            </h2>
            {children}
          </div>
        </div>
        <div className="pt-16">
          <RecentlyViewed />
        </div>
      </div>
      <OverlayWhenOpened name="filters">
        {(drawer) => <FilterDrawer {...filters} {...drawer} total={list?.total} hasFailed={hasFailed} />}
      </OverlayWhenOpened>
    </>
  )
}

/**
 * Navigates to the list that a filter form asks for. Every change is a history entry, so Back undoes the last one. From
 * inside the drawer, the drawer stays open on top of that entry: the first Back closes it, as everywhere.
 */
function useFilterChange(): (search: ProductSearch) => void {
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
