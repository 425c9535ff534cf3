import type { Facets } from '#shared/contract/product.ts'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'

/**
 * A search that somebody typed, with its values as the shop spells them: they are found with any capitals. What the shop
 * does not know, or spells in several ways itself, stays as it is.
 */
export function asSpelt(search: ProductSearch, { categories, tags, colors, sizes }: Facets): ProductSearch {
  const { category, tag, color, size } = search
  return parseProductSearch({
    ...search,
    category: category && spelt(category, categories),
    tag: tag && spelt(tag, tags),
    color: color?.map((one) => spelt(one, colors)),
    size: size?.map((one) => spelt(one, sizes)),
  })
}

function spelt(typed: string, known: Facets['sizes']): string {
  const folded = typed.toLowerCase()
  const [found, ...others] = known.filter(({ value }) => value.toLowerCase() === folded)
  return found === undefined || others.length > 0 ? typed : found.value
}
