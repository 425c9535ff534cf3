import { formatNaira } from '#shared/naira.ts'
import { changeFilters, type FilterName, type ProductSearch, toggleValue } from '#shared/product-search.ts'
import { tagLabel } from '#web/product/tag-label.ts'

/** A chip: an active filter, and the search without it. */
export type AppliedFilter = { key: string; label: string; without: ProductSearch }

type Chips = (search: ProductSearch) => AppliedFilter[]
/** The filters of several values. */
type ListName = {
  [Name in FilterName]: Required<ProductSearch>[Name] extends string[] ? Name : never
}[FilterName]

/** The chips of each filter, in their order; one of the contract that is missing here does not compile. */
const CHIPS: Readonly<Record<FilterName, Chips>> = {
  search: one('search', (words) => `“${words}”`),
  category: one('category', (category) => category),
  tag: one('tag', tagLabel),
  size: each('size', (size) => `Size ${size}`),
  color: each('color', (color) => color),
  minPrice: price,
  maxPrice: price,
  inStock: one('inStock', () => 'In stock'),
  onSale: one('onSale', () => 'On sale'),
}

/** Every active filter. Sort order and page are none; removing a chip leaves the sort order. */
export function listAppliedFilters(search: ProductSearch): AppliedFilter[] {
  return [...new Set(Object.values(CHIPS))].flatMap((chips) => chips(search))
}

function one<Name extends FilterName>(
  name: Name,
  labelOf: (value: NonNullable<ProductSearch[Name]>) => string,
): Chips {
  return (search) => {
    const value = search[name]
    if (value === undefined) return []
    return [{ key: name, label: labelOf(value), without: changeFilters(search, { [name]: undefined }) }]
  }
}

function each(name: ListName, labelOf: (value: string) => string): Chips {
  return (search) =>
    (search[name] ?? []).map((value) => ({
      key: `${name}:${value}`,
      label: labelOf(value),
      without: changeFilters(search, { [name]: toggleValue(search[name], value) }),
    }))
}

function price(search: ProductSearch): AppliedFilter[] {
  const { minPrice, maxPrice } = search
  if (minPrice === undefined && maxPrice === undefined) return []
  const without = changeFilters(search, { minPrice: undefined, maxPrice: undefined })
  return [{ key: 'price', label: priceLabel(minPrice, maxPrice), without }]
}

function priceLabel(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `Up to ${formatNaira(max ?? 0)}`
  return max === undefined ? `From ${formatNaira(min)}` : `${formatNaira(min)} – ${formatNaira(max)}`
}
