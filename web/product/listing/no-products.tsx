import { Link } from '@tanstack/react-router'
import type { ProductSearch } from '#shared/product-search.ts'
import { buttonClass } from '#ui/button.tsx'
import type { SearchTerm } from '#web/item/near-term.ts'
import { useSearchTerms } from '#web/item/use-search-terms.ts'
import { goToList } from './go-to-list.ts'

const TERM =
  'inline-flex min-h-11 items-center border border-line-strong px-4 text-sm hover:border-ink hover:bg-ink hover:text-paper'

/** Nothing found, and where to go next: similar terms for a search, and all categories. */
export function NoProducts({ search }: { search: ProductSearch }) {
  const groups = useSearchTerms(search.search === undefined ? undefined : search)
  return (
    <section className="grid justify-items-start gap-5 border-ink border-t py-14 sm:py-20">
      <h2 className="display text-d-sm">No products found</h2>
      <p className="max-w-read text-ink-soft">Try adjusting your filters or search terms</p>
      <Link to="/products" activeOptions={{ exact: true }} className={buttonClass()} onClick={goToList}>
        Clear Filters
      </Link>
      {groups.map(({ title, terms }) => (
        <Terms key={title} title={title} terms={terms} />
      ))}
    </section>
  )
}

function Terms({ title, terms }: { title: string; terms: readonly SearchTerm[] }) {
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
