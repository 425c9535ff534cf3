import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { CardList } from '#shared/contract/product.ts'
import { asSpelt, type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { sortProducts } from '#shared/sort.ts'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { CategoryBar } from '#web/chrome/category-bar.tsx'
import { pageHead } from '#web/chrome/page-head.ts'
import { stringifyAddress } from '#web/data/address.ts'
import { useListingSearch } from '#web/data/listing-search.ts'
import { loadQuery } from '#web/data/load-query.ts'
import { categoriesQuery, productsQuery } from '#web/data/query.ts'
import { totalPagesOf } from '#web/product/listing/list-page.ts'
import { Listing } from '#web/product/listing/listing.tsx'
import { FilterAside, ListingHeader } from '#web/product/listing/listing-frame.tsx'
import { listingHead, listingTitle } from '#web/product/listing/listing-head.ts'
import { ProductsFailed } from '#web/product/listing/listing-state.tsx'
import { Pagination } from '#web/product/listing/pagination.tsx'
import { ProductGrid, ProductGridSkeleton } from '#web/product/listing/product-grid.tsx'
import { useShownLists } from '#web/product/listing/use-shown-lists.ts'
import { usePendingScroll } from '#web/state/scroll-memory.ts'
import { serverTimeOf } from '#web/state/server-clock.ts'

/** Sent with the page of an empty list; others do not load its script. */
const NoProducts = import.meta.env.SSR
  ? (await import('#web/product/listing/no-products.tsx')).NoProducts
  : lazyComponent(() => import('#web/product/listing/no-products.tsx'), 'NoProducts')

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
  const settled = Route.useSearch()
  const search = useListingSearch() ?? settled
  // A list that the loader could not get is not requested again before the failure is shown.
  const list = useQuery({
    ...productsQuery(api, search),
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })
  useShownLists(api, search)
  const place = useReservedHeight(list.isPlaceholderData)
  // When a choice fails, the others stay on offer.
  const [facets, setFacets] = useState(list.data?.facets)
  if (list.data !== undefined && list.data.facets !== facets) setFacets(list.data.facets)

  const loaded = list.isPlaceholderData ? undefined : list.data
  return (
    <>
      <CategoryBar />
      <Listing search={search} list={loaded} facets={facets} hasFailed={list.isLoadingError}>
        <div className="[overflow-anchor:none]">
          <div ref={place}>
            {list.isLoadingError ? (
              <ProductsFailed />
            ) : (
              <Results search={search} list={loaded} shownAtMs={serverTimeOf(list.dataUpdatedAt)} />
            )}
          </div>
        </div>
      </Listing>
    </>
  )
}

/**
 * The element around the list stays at least as high as the list was when last complete, so that while the next one loads
 * the page neither collapses nor cuts a scroll to the top short. The height is set in advance, since a page may be laid out
 * in the middle of a change. Attach the returned ref to an element that is its parent's only child; that parent must not be
 * a scroll anchor either, or the browser scrolls along with the cards that are removed.
 */
function useReservedHeight(isLoading: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current
    const around = element?.parentElement
    if (isLoading || !element || !around) return
    const observer = new ResizeObserver(() => {
      around.style.minHeight = `${element.offsetHeight}px`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isLoading])
  return list
}

/** The page as the server renders it when its list fails. */
function ListFailed() {
  const settled = Route.useSearch()
  return (
    <>
      <CategoryBar />
      <Listing search={useListingSearch() ?? settled} list={undefined} facets={undefined} hasFailed>
        <ProductsFailed />
      </Listing>
    </>
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
        <Suspense fallback={<Awaited />}>
          <NoProducts search={search} />
        </Suspense>
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
