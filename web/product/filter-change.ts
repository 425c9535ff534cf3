import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'

export type FilterChange = { [K in keyof ProductSearch]?: ProductSearch[K] | undefined }

/** The search after a change of filters or order: undefined removes a filter. Any change goes back to page 1. */
export function changeFilters(search: ProductSearch, change: FilterChange): ProductSearch {
  return parseProductSearch({ ...search, page: undefined, ...change })
}

/** Adds a value to a list or removes it; undefined when the list becomes empty. */
export function toggleValue(list: readonly string[] | undefined, value: string): string[] | undefined {
  const without = (list ?? []).filter((other) => other !== value)
  const next = without.length === (list ?? []).length ? [...without, value] : without
  return next.length === 0 ? undefined : next
}
