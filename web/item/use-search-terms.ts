import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ProductSearch } from '#shared/product-search.ts'
import { categoriesQuery, tagsQuery } from '#web/data/query.ts'
import { listNearTerms, type SearchTerm } from './near-term.ts'

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
