import type { Facets, FacetValue, ProductQuery } from './contract/product.ts'
import { labelKey, labelOf } from './label.ts'
import { PRICE_FILTER_MAX_NAIRA, SEARCH_MAX_CHARS } from './limits.ts'
import { nairaFromKobo, nearestKobo } from './naira.ts'
import { isSort } from './sort-order.ts'
import { isStorable } from './storable-text.ts'

/** The query of a /products URL: what the list's call reads, but for what only the shop itself asks for. Absent means not filtered. */
export type ProductSearch = {
  [Name in Exclude<keyof ProductQuery, 'ids' | 'limit' | 'view'>]?: NonNullable<ProductQuery[Name]>
}
/** The parameters that choose products. */
export type FilterName = Exclude<keyof ProductSearch, 'sortBy' | 'page'>

type Raw = Readonly<Record<string, unknown>>
type Parsers = {
  readonly [Name in keyof ProductSearch]-?: (value: unknown) => ProductSearch[Name] | undefined
}

/** How each parameter is parsed; one of the contract that is missing here does not compile. */
const PARSERS: Parsers = {
  search: textUpTo(SEARCH_MAX_CHARS),
  category: parseLabel,
  tag: parseLabel,
  color: parseList,
  size: parseList,
  inStock: parseFlag,
  onSale: parseFlag,
  minPrice: parsePrice,
  maxPrice: parsePrice,
  sortBy: (value) => (isSort(value) ? value : undefined),
  page: parsePage,
}

/** The facets that list values. */
type ListFacet = {
  [Name in keyof Facets]: Facets[Name] extends FacetValue[] ? Name : never
}[keyof Facets]

/** The filter that chooses a facet's values; a facet of the contract that is missing here does not compile. */
const FILTER_OF = {
  categories: 'category',
  tags: 'tag',
  colors: 'color',
  sizes: 'size',
} as const satisfies Record<ListFacet, keyof ProductSearch>

/** Parses a URL that anybody may have typed or shared: unusable values are dropped, never an error page. */
export function parseProductSearch(raw: Raw): ProductSearch {
  const parsed: ProductSearch = Object.fromEntries(
    Object.entries(PARSERS)
      .map(([name, parse]) => [name, parse(raw[name])])
      .filter(([, value]) => value !== undefined),
  )
  const { minPrice, maxPrice, ...others } = parsed
  const isRangeUsable = minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice
  return isRangeUsable ? parsed : others
}

/** The fields of a form or an address by name: one that is given several times is a list. */
export function readFields(fields: FormData | URLSearchParams): Raw {
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** Whether any filter is set, sort order and page not included: what "clear" clears and chips show. */
export function hasFilters(search: ProductSearch): boolean {
  const { sortBy: _sortBy, page: _page, ...filters } = search
  return Object.keys(filters).length > 0
}

type FilterChange = { [K in keyof ProductSearch]?: ProductSearch[K] | undefined }

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

function textUpTo(maxChars: number) {
  return (value: unknown): string | undefined => {
    const text =
      typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxChars) : ''
    return text === '' || !isStorable(text) ? undefined : text
  }
}

function parseLabel(value: unknown): string | undefined {
  const text = textUpTo(100)(value)
  return text === undefined ? undefined : labelOf(text)
}

function parseList(value: unknown): string[] | undefined {
  const parts = (
    Array.isArray(value)
      ? value
      : typeof value === 'string' || typeof value === 'number'
        ? String(value).split(',')
        : []
  )
    .map((part) => labelOf(String(part)))
    .filter((part) => part !== '' && part.length <= 60 && isStorable(part))
  return parts.length === 0 ? undefined : [...new Set(parts)].slice(0, 20)
}

function parseFlag(value: unknown): true | undefined {
  return value === true || value === 'true' ? true : undefined
}

function parsePrice(value: unknown): number | undefined {
  const price =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN
  // Whole kobo: a smaller number would be serialised with an exponent, which the API does not accept.
  return price >= 0 && price <= PRICE_FILTER_MAX_NAIRA ? nairaFromKobo(nearestKobo(price)) : undefined
}

function parsePage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined
}

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
  const key = labelKey(typed)
  const [found, ...others] = known.filter(({ value }) => labelKey(value) === key)
  return found === undefined || others.length > 0 ? typed : found.value
}
