import { parseProductSearch } from '#shared/product-search.ts'

const READS_PATH_ONLY = /^\/(products\/[^/]+)?$/

/**
 * The address of the document that this address shows: without what the page does not read, in one order. However many
 * ways there are to write it, and whatever campaigns add, the page is rendered and kept once.
 */
export function pageAddress(url: URL): string {
  if (READS_PATH_ONLY.test(url.pathname)) return url.pathname
  if (url.pathname !== '/products') return url.pathname + url.search
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
