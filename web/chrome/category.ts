import type { ProductSearch } from '#shared/product-search.ts'
import { compareNames } from '#shared/sort.ts'

/** The two tags among the categories; everything else there is a category. */
const TAG_LABEL: Record<string, string> = { NewIn: 'NEW IN', BestSellers: 'BEST SELLERS' }

export type CategoryLink = { name: string; label: string; search: Pick<ProductSearch, 'tag' | 'category'> }

/** The links of the category bar: sorted alphabetically, in upper case, each to its own listing. */
export function categoryLinks(names: readonly string[]): CategoryLink[] {
  return names.toSorted(compareNames).map((name) => {
    const tagLabel = TAG_LABEL[name]
    return tagLabel === undefined
      ? { name, label: name.toUpperCase(), search: { category: name } }
      : { name, label: tagLabel, search: { tag: name } }
  })
}
