import type { Facets, FacetValue } from '#shared/contract/product.ts'
import { FILTER_OF, type ListFacet, type ProductSearch, parseProductSearch } from '#shared/product-search.ts'

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
