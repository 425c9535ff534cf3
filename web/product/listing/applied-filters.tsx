import { Link } from '@tanstack/react-router'
import { changeFilters, type FilterName, type ProductSearch, toggleValue } from '#shared/product-search.ts'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { tagLabel } from '#web/item/tag-label.ts'
import { goToList } from './go-to-list.ts'
import { priceLabel } from './price-range.ts'

/** The active filters, each with a way to remove it, and one to remove all. */
export function AppliedFilters({ search }: { search: ProductSearch }) {
  const applied = listAppliedFilters(search)
  if (applied.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-2 pt-1 pb-4">
      {applied.map(({ key, label, without }) => (
        <li key={key} className="flex min-w-0 max-w-full">
          <Link
            to="/products"
            search={without}
            resetScroll={false}
            activeOptions={{ exact: true }}
            onClick={goToList}
            className="inline-flex min-h-11 min-w-0 items-center gap-2 border border-ink bg-paper-bright px-3 text-xs hover:bg-ink hover:text-paper"
          >
            <span className="sr-only">Remove filter </span>
            <span className={classes('min-w-0 truncate', key.startsWith('color:') && 'capitalize')}>
              {label}
            </span>
            <Icon name="close" className="size-3.5" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to="/products"
          resetScroll={false}
          activeOptions={{ exact: true }}
          onClick={goToList}
          className="link inline-flex min-h-11 items-center px-2 text-xs"
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}

/** A chip: an active filter, and the search without it. */
type AppliedFilter = { key: string; label: string; without: ProductSearch }

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
  return [{ key: 'price', label: priceLabel(search), without }]
}
