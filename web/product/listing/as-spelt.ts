import type { Facets } from '#shared/contract/product.ts'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import type { FacetValue } from './facet-option.ts'

/** The facets that list values. */
type ListFacet = { [Name in keyof Facets]: Facets[Name] extends FacetValue[] ? Name : never }[keyof Facets]

/** The filter that chooses a facet's values; a facet of the contract that is missing here does not compile. */
const FILTER_OF = {
  categories: 'category',
  tags: 'tag',
  colors: 'color',
  sizes: 'size',
} as const satisfies Record<ListFacet, keyof ProductSearch>

/**
 * A search that somebody typed, with its values as the shop spells them: they are found with any capitals. What the shop
 * does not know, or spells in several ways itself, stays as it is.
 */
export function asSpelt(search: ProductSearch, facets: Partial<Pick<Facets, ListFacet>>): ProductSearch {
  const entries = (Object.keys(FILTER_OF) as ListFacet[]).map((facet) => {
    const chosen = search[FILTER_OF[facet]]
    const spell = (typed: string) => spelt(typed, facets[facet] ?? [])
    return [FILTER_OF[facet], typeof chosen === 'string' ? spell(chosen) : chosen?.map(spell)]
  })
  return parseProductSearch({ ...search, ...Object.fromEntries(entries) })
}

function spelt(typed: string, known: readonly FacetValue[]): string {
  const folded = typed.toLowerCase()
  const [found, ...others] = known.filter(({ value }) => value.toLowerCase() === folded)
  return found === undefined || others.length > 0 ? typed : found.value
}
