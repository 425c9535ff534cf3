import { PRICE_FILTER_MAX_NAIRA, SEARCH_MAX_CHARS } from './limits.ts'
import { nairaFromKobo, nearestKobo } from './naira.ts'
import { isSort, type Sort } from './sort-order.ts'
import { isStorable } from './storable-text.ts'

/** The query of a /products URL: the listing's filters, sort order and page. Absent means not filtered. */
export type ProductSearch = {
  search?: string
  category?: string
  tag?: string
  color?: string[]
  size?: string[]
  inStock?: boolean
  onSale?: boolean
  minPrice?: number
  maxPrice?: number
  sortBy?: Sort
  page?: number
}

/** Parses a URL that anybody may have typed or shared: unusable values are dropped, never an error page. */
export function parseProductSearch(raw: Record<string, unknown>): ProductSearch {
  const minPrice = priceOf(raw.minPrice)
  const maxPrice = priceOf(raw.maxPrice)
  const isRangeUsable = minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice
  return withoutAbsent({
    search: textOf(raw.search, SEARCH_MAX_CHARS),
    category: textOf(raw.category, 100),
    tag: textOf(raw.tag, 100),
    color: listOf(raw.color),
    size: listOf(raw.size),
    inStock: isTrue(raw.inStock),
    onSale: isTrue(raw.onSale),
    minPrice: isRangeUsable ? minPrice : undefined,
    maxPrice: isRangeUsable ? maxPrice : undefined,
    sortBy: isSort(raw.sortBy) ? raw.sortBy : undefined,
    page: pageOf(raw.page),
  })
}

/** Whether any filter is set, sort order and page not included: what "clear" clears and chips show. */
export function hasFilters(search: ProductSearch): boolean {
  const { sortBy: _sortBy, page: _page, ...filters } = search
  return Object.keys(filters).length > 0
}

function textOf(value: unknown, maxChars: number): string | undefined {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxChars) : ''
  return text === '' || !isStorable(text) ? undefined : text
}

function listOf(value: unknown): string[] | undefined {
  const parts = (
    Array.isArray(value)
      ? value
      : typeof value === 'string' || typeof value === 'number'
        ? String(value).split(',')
        : []
  )
    .map((part) => String(part).trim())
    .filter((part) => part !== '' && part.length <= 60 && isStorable(part))
  return parts.length === 0 ? undefined : [...new Set(parts)].slice(0, 20)
}

function isTrue(value: unknown): true | undefined {
  return value === true || value === 'true' ? true : undefined
}

function priceOf(value: unknown): number | undefined {
  const price =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN
  // Whole kobo: a smaller number would be serialised with an exponent, which the API does not accept.
  return price >= 0 && price <= PRICE_FILTER_MAX_NAIRA ? nairaFromKobo(nearestKobo(price)) : undefined
}

function pageOf(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined
}

function withoutAbsent(search: { [K in keyof ProductSearch]: ProductSearch[K] | undefined }): ProductSearch {
  const present: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(search)) if (value !== undefined) present[name] = value
  return present
}
