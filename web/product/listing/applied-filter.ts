import { formatNaira } from '#shared/naira.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { changeFilters, toggleValue } from '#web/product/filter-change.ts'
import { tagLabel } from '#web/product/tag-label.ts'

/** A chip: an active filter, and the search without it. */
export type AppliedFilter = { key: string; label: string; without: ProductSearch }

/**
 * Every active filter, in the order of the panel. Sort order and page are not filters; removing a chip leaves the sort
 * order.
 */
export function listAppliedFilters(search: ProductSearch): AppliedFilter[] {
  const applied: AppliedFilter[] = []
  const add = (key: string, label: string, change: Parameters<typeof changeFilters>[1]) =>
    applied.push({ key, label, without: changeFilters(search, change) })
  if (search.search) add('search', `“${search.search}”`, { search: undefined })
  if (search.category) add('category', search.category, { category: undefined })
  if (search.tag) add('tag', tagLabel(search.tag), { tag: undefined })
  for (const size of search.size ?? [])
    add(`size:${size}`, `Size ${size}`, { size: toggleValue(search.size, size) })
  for (const color of search.color ?? [])
    add(`color:${color}`, color, { color: toggleValue(search.color, color) })
  if (search.minPrice !== undefined || search.maxPrice !== undefined)
    add('price', priceLabel(search.minPrice, search.maxPrice), { minPrice: undefined, maxPrice: undefined })
  if (search.inStock) add('inStock', 'In stock', { inStock: undefined })
  if (search.onSale) add('onSale', 'On sale', { onSale: undefined })
  return applied
}

function priceLabel(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `Up to ${formatNaira(max ?? 0)}`
  return max === undefined ? `From ${formatNaira(min)}` : `${formatNaira(min)} – ${formatNaira(max)}`
}
