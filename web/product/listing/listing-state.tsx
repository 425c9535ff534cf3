import { Link, useHydrated } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ProductSearch } from '#shared/product-search.ts'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { useConnection } from '#web/state/connection.ts'
import { goToList } from './go-to-list.ts'

const SearchTerms = lazyComponent(() => import('./search-terms.tsx'), 'SearchTerms')

/** Nothing found, and where to go next: similar terms for a search, and all categories. */
export function NoProducts({ search }: { search: ProductSearch }) {
  return (
    <section className="grid justify-items-start gap-5 border-ink border-t py-14 sm:py-20">
      <h2 className="display text-d-sm">No products found</h2>
      <p className="max-w-read text-ink-soft">Try adjusting your filters or search terms</p>
      <Link to="/products" activeOptions={{ exact: true }} className={buttonClass()} onClick={goToList}>
        Clear Filters
      </Link>
      {useHydrated() && search.search !== undefined && (
        <Suspense fallback={<Awaited />}>
          <SearchTerms search={search} />
        </Suspense>
      )}
    </section>
  )
}

/** While offline, a list that could not be loaded is not reported as failed. */
export function ProductsFailed() {
  const isOffline = useConnection((connection) => connection.isOffline)
  return (
    <section role="alert" className="grid justify-items-start gap-5 border-ink border-t py-14 sm:py-20">
      <h2 className="display text-d-sm">{isOffline ? 'You are offline' : 'Failed to load products'}</h2>
      {isOffline && (
        <p className="max-w-read text-ink-soft">
          This list is not saved on this device. It will load once you are online.
        </p>
      )}
      <RetryButton onClick={() => location.reload()} />
    </section>
  )
}
