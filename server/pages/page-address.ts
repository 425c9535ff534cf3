import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'

const READS_PATH_ONLY = /^\/(products\/[^/]+)?$/
const LISTING_READS: Record<keyof ProductSearch, true> = {
  search: true,
  category: true,
  tag: true,
  color: true,
  size: true,
  inStock: true,
  onSale: true,
  minPrice: true,
  maxPrice: true,
  sortBy: true,
  page: true,
}
const NOTHING: ReadonlySet<string> = new Set()
const LISTING_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(LISTING_READS))

/** The parameters that the page at this path reads; undefined: it is not known, and may be any. */
export function pageParameters(path: string): ReadonlySet<string> | undefined {
  if (READS_PATH_ONLY.test(path)) return NOTHING
  return path === '/products' ? LISTING_PARAMETERS : undefined
}

/**
 * The address of the document that this address shows: without what the page does not read, in one order. However many
 * ways there are to write it, and whatever campaigns add, the page is rendered and kept once.
 */
export function pageAddress(url: URL): string {
  const parameters = pageParameters(url.pathname)
  if (parameters === undefined) return url.pathname + url.search
  if (parameters.size === 0) return url.pathname
  const raw = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => {
      const values = url.searchParams.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
  const query = new URLSearchParams(
    Object.entries(parseProductSearch(raw)).map(([name, value]): [string, string] => [name, String(value)]),
  )
  query.sort()
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}
