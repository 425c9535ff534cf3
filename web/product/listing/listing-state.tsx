import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ProductSearch } from '#shared/product-search.ts'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { categoriesQuery, tagsQuery } from '#web/data/query.ts'
import { useConnection } from '#web/state/connection.ts'
import { goToList } from './go-to-list.ts'
import { listNearTerms } from './near-term.ts'

const TERM =
  'inline-flex min-h-11 items-center border border-line-strong px-4 text-sm hover:border-ink hover:bg-ink hover:text-paper'

/** Nothing found, and where to go next: similar terms for a search, and all categories. */
export function NoProducts({ search }: { search: ProductSearch }) {
  const { api } = useRouter().options.context
  const { data: names = [] } = useQuery(categoriesQuery(api))
  const { data: tags } = useQuery({ ...tagsQuery(api), enabled: search.search !== undefined })
  // The list of categories includes two tags: which ones is known once the tags are.
  const categories = tags ? names.filter((name) => !tags.includes(name)) : []
  const near = listNearTerms(search, { categories, tags: tags ?? [] })
  return (
    <section className="grid justify-items-start gap-5 border-ink border-t py-14 sm:py-20">
      <h2 className="display text-d-sm">No products found</h2>
      <p className="max-w-read text-ink-soft">Try adjusting your filters or search terms</p>
      <Link to="/products" activeOptions={{ exact: true }} className={buttonClass()} onClick={goToList}>
        Clear Filters
      </Link>
      {near.length > 0 && <Terms title="Try instead" terms={near} />}
      {search.search !== undefined && categories.length > 0 && (
        <Terms
          title="Or look in"
          terms={categories.map((category) => ({ label: category, search: { category } }))}
        />
      )}
    </section>
  )
}

function Terms({
  title,
  terms,
}: {
  title: string
  terms: readonly { label: string; search: ProductSearch }[]
}) {
  return (
    <section aria-label={title} className="pt-4">
      <h3 className="label pb-3 text-xs">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {terms.map(({ label, search }) => (
          <li key={label}>
            <Link
              to="/products"
              search={search}
              activeOptions={{ exact: true }}
              className={TERM}
              onClick={goToList}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
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
