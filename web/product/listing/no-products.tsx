import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ProductSearch } from '#shared/product-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { categoriesQuery, tagsQuery } from '#web/data/query.ts'
import { goToList } from './go-to-list.ts'
import { listNearTerms, type SearchTerm } from './near-term.ts'

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

export type SearchTermGroup = { title: string; terms: readonly SearchTerm[] }

/** Groups that have something to offer; none while `search` is undefined. */
export function useSearchTerms(search: ProductSearch | undefined): SearchTermGroup[] {
  const { api } = useRouter().options.context
  const { data: names = [] } = useQuery(categoriesQuery(api))
  const { data: tags } = useQuery({ ...tagsQuery(api), enabled: search !== undefined })
  if (search === undefined) return []
  // The list of categories includes two tags: which ones is known once the tags are.
  const categories = tags ? names.filter((name) => !tags.includes(name)) : []
  const groups = [
    { title: 'Try instead', terms: listNearTerms(search, { categories, tags: tags ?? [] }) },
    {
      title: 'Or look in',
      terms: categories.map((category) => ({ label: category, search: { category } })),
    },
  ]
  return groups.filter(({ terms }) => terms.length > 0)
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
