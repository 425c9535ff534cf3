import { PRICE_FILTER_MAX_NAIRA, SEARCH_MAX_CHARS } from './limits.ts'
import { isSort, type Sort } from './sort.ts'

/** What the address of /products says: the listing's filters, order and page. Absent means not filtered. */
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

/** Reads an address typed or shared by anybody: what is not usable is left out, never an error page. */
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

/** Filters alone, without order and page: what "clear" clears and chips show. */
export function hasFilters(search: ProductSearch): boolean {
  const { sortBy: _sortBy, page: _page, ...filters } = search
  return Object.keys(filters).length > 0
}

function textOf(value: unknown, maxChars: number): string | undefined {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxChars) : ''
  return text === '' || text.includes('\0') ? undefined : text
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
    .filter((part) => part !== '' && part.length <= 60 && !part.includes('\0'))
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
  // Whole kobo: a smaller number would be written with an exponent, which the API does not take.
  return price >= 0 && price <= PRICE_FILTER_MAX_NAIRA ? Math.round(price * 100) / 100 : undefined
}

function pageOf(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined
}

function withoutAbsent(search: { [K in keyof ProductSearch]: ProductSearch[K] | undefined }): ProductSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  ) as ProductSearch
}
