import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'

const PRODUCT = /^\/products\/([^/]+)$/
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

/**
 * The query parameters that the public page at this path reads. Undefined for every other path: such a page is private or
 * does not exist, and is never cached. A path with needless escapes is one of them, so that no page is cached under
 * several names.
 */
export function pageParameters(path: string): ReadonlySet<string> | undefined {
  if (path === '/products') return LISTING_PARAMETERS
  if (path === '/') return NOTHING
  const [, id] = PRODUCT.exec(path) ?? []
  return id !== undefined && encodeURIComponent(decodeURIComponent(id)) === id ? NOTHING : undefined
}

/** The same path, or one with its percent signs escaped if it cannot be decoded (`/%`, `/%ff`). */
export function decodablePath(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return encodeURI(path).replace(/^\/+/, '/')
  }
}

/** Takes a decodable path, written in any way that the router treats as the same. */
export function isPaymentCallback(path: string): boolean {
  return decodeURIComponent(path).trim().toLowerCase().startsWith('/payment/callback')
}

/**
 * The normalised URL of a page: without parameters that the page does not read, in a fixed order. However the URL is
 * written, and whatever campaigns append, the page is rendered and cached once.
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
