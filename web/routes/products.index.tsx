import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import type { CardList, Facets } from '#shared/contract/product.ts'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { sortProducts } from '#shared/sort.ts'
import { LazyOverlay } from '#ui/lazy-overlay.tsx'
import { CategoryBar } from '#web/chrome/category-bar.tsx'
import { pageHead } from '#web/chrome/page-head.ts'
import { stringifyAddress } from '#web/data/address.ts'
import { loadQuery } from '#web/data/load-query.ts'
import { categoriesQuery, productsQuery } from '#web/data/query.ts'
import { RecentlyViewed } from '#web/product/card/recently-viewed.tsx'
import { listAppliedFilters } from '#web/product/listing/applied-filter.ts'
import { AppliedFilters } from '#web/product/listing/applied-filters.tsx'
import { asSpelt } from '#web/product/listing/as-spelt.ts'
import { FilterForm } from '#web/product/listing/filter-form.tsx'
import { LIST_HEADING } from '#web/product/listing/go-to-list.ts'
import { shownRange, totalPagesOf } from '#web/product/listing/list-total.ts'
import {
  FILTER_FORM,
  FilterAside,
  FiltersButton,
  ListingHeader,
} from '#web/product/listing/listing-frame.tsx'
import { listingHead } from '#web/product/listing/listing-head.ts'
import { NoProducts, ProductsFailed } from '#web/product/listing/listing-state.tsx'
import { listingTitle } from '#web/product/listing/listing-title.ts'
import { Pagination } from '#web/product/listing/pagination.tsx'
import { ProductGrid, ProductGridSkeleton } from '#web/product/listing/product-grid.tsx'
import { SortSelect } from '#web/product/listing/sort-select.tsx'
import { useFilterChange } from '#web/product/listing/use-filter-change.ts'
import { useKeptHeight } from '#web/product/listing/use-kept-height.ts'
import { useShownLists } from '#web/product/listing/use-shown-lists.ts'
import { useWantedSearch } from '#web/product/listing/use-wanted-search.ts'
import { lazyComponent } from '#web/state/lazy-component.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { usePendingScroll } from '#web/state/scroll-memory.ts'

const FilterDrawer = lazyComponent(() => import('#web/product/listing/filter-drawer.tsx'), 'FilterDrawer')

export const Route = createFileRoute('/products/')({
  validateSearch: parseProductSearch,
  // Waits for the first list, also on the way back from a product, so that its height is there to scroll to. Further lists
  // are requested by the page itself, whose filters stay in place until they arrive.
  // An address from a time when there were more pages leads to the last one, and one that somebody typed with other capitals
  // to the one that the shop's own links have.
  // A list that fails decides the status of a rendered page; in the browser, the page itself shows the failure.
  loader: async ({ context: { queryClient, api }, location, abortController }) => {
    const search = parseProductSearch(location.search)
    const asked = loadQuery(queryClient, productsQuery(api, search), abortController)
    const [list] = await Promise.all([
      import.meta.env.SSR ? asked : asked.catch(() => undefined),
      // Those that are cached do for now, however old: the bar itself requests them again.
      queryClient.ensureQueryData(categoriesQuery(api)).catch(() => {}),
    ])
    if (list === undefined) return
    const page = Math.max(totalPagesOf(list), 1)
    if ((search.page ?? 1) > page)
      throw redirect({ to: '/products', search: parseProductSearch({ ...search, page }), replace: true })
    if (!import.meta.env.SSR) return
    const spelt = asSpelt(search, list.facets)
    if (stringifyAddress(spelt) !== stringifyAddress(search))
      throw redirect({ to: '/products', search: spelt })
  },
  // To the router all lists are one: a preloaded one would be waited for on the way to another.
  preload: false,
  pendingMs: 150,
  head: ({ match: { context, search: given } }) => {
    const search = parseProductSearch(given)
    const list = context.queryClient.getQueryData(productsQuery(context.api, search).queryKey)
    return pageHead(listingHead(search, list, context.publicUrl), context.publicUrl)
  },
  component: Products,
  pendingComponent: ProductsPending,
  errorComponent: ListFailed,
})

function Products() {
  const { api } = Route.useRouteContext()
  const search = useWantedSearch(Route.useSearch())
  // A list that the loader could not get is not requested again before the failure is shown.
  const list = useQuery({
    ...productsQuery(api, search),
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })
  useShownLists(api, search)
  const place = useKeptHeight<HTMLDivElement>(list.isPlaceholderData)
  // When a choice fails, the others stay on offer.
  const [facets, setFacets] = useState(list.data?.facets)
  if (list.data !== undefined && list.data.facets !== facets) setFacets(list.data.facets)

  const loaded = list.isPlaceholderData ? undefined : list.data
  return (
    <Listing search={search} list={loaded} facets={facets} hasFailed={list.isLoadingError}>
      <div className="[overflow-anchor:none]">
        <div ref={place}>
          {list.isLoadingError ? (
            <ProductsFailed />
          ) : (
            <Results search={search} list={loaded} shownAtMs={list.dataUpdatedAt} />
          )}
        </div>
      </div>
    </Listing>
  )
}

/** The page as the server renders it when its list fails. */
function ListFailed() {
  return (
    <Listing search={useWantedSearch(Route.useSearch())} list={undefined} facets={undefined} hasFailed>
      <ProductsFailed />
    </Listing>
  )
}

/** All that stands around the results, whatever became of them: a shopper can always choose something else. */
function Listing({
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
      <CategoryBar />
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
            <div className="flex flex-wrap items-start gap-2 py-5">
              <FiltersButton count={listAppliedFilters(search).length} />
              <div className="min-w-36 flex-1 sm:max-w-56 lg:order-last lg:ml-auto noscript:max-lg:hidden">
                <SortSelect sortBy={search.sortBy} form={FILTER_FORM} />
              </div>
              <AppliedFilters search={search} />
            </div>
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
      <FilterDrawerWhenWanted {...filters} total={list?.total} hasFailed={hasFailed} />
    </>
  )
}

/** A component of its own, so that overlay changes and hydration do not re-render forty-eight cards. */
function FilterDrawerWhenWanted(filters: Omit<ComponentProps<typeof FilterDrawer>, 'isOpen' | 'onClose'>) {
  const overlay = useOverlay()
  const isOpen = overlay.current === 'filters'
  return (
    <LazyOverlay isOpen={isOpen} onClose={overlay.close}>
      <FilterDrawer {...filters} isOpen={isOpen} onClose={overlay.close} />
    </LazyOverlay>
  )
}

function Results({
  search,
  list,
  shownAtMs,
}: {
  search: ProductSearch
  list: CardList | undefined
  shownAtMs: number
}) {
  if (list === undefined) return <ProductGridSkeleton />
  return (
    <>
      {list.products.length === 0 ? (
        <NoProducts search={search} />
      ) : (
        <ProductGrid
          products={sortProducts(list.products, search.sortBy, shownAtMs)}
          colors={search.color ?? []}
        />
      )}
      <Pagination search={search} totalPages={totalPagesOf(list)} />
    </>
  )
}

function ProductsPending() {
  usePendingScroll()
  return (
    <>
      <CategoryBar />
      <div className="page pt-8 pb-24 sm:pt-12">
        <ListingHeader
          title={listingTitle(parseProductSearch(useLocation().search))}
          range={undefined}
          total={undefined}
        />
        <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-x-10">
          <FilterAside />
          <div className="pt-5 max-lg:pt-22">
            <ProductGridSkeleton />
          </div>
        </div>
      </div>
    </>
  )
}
