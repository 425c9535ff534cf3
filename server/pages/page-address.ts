import { publicRoute } from '#server/http-cache/public-address.ts'
import { parseProductSearch } from '#shared/product-search.ts'

/** The same path, or one with its percent signs escaped if it cannot be decoded (`/%`, `/%ff`). */
export function decodablePath(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return encodeURI(path).replace(/^\/+/, '/')
  }
}

/**
 * Whether whoever knows the page's address may see an order or a payment: it must not leak in a Referer header. Takes a
 * decodable path, written in any way that the router treats as the same.
 */
export function isSecretAddress(path: string): boolean {
  return /^\/(payment\/callback|receipt)/.test(decodeURIComponent(path).trim().toLowerCase())
}

/**
 * The normalised URL of a page: without parameters that the page does not read, in a fixed order. However the URL is
 * written, and whatever campaigns append, the page is rendered and cached once.
 */
export function pageAddress(url: URL): string {
  const route = publicRoute(url.pathname)
  if (!route?.isPage) return url.pathname + url.search
  if (route.parameters.size === 0) return url.pathname
  const raw = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => {
      const values = url.searchParams.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
  const query = new URLSearchParams(
    Object.entries(parseProductSearch(raw))
      .filter(([name]) => route.parameters.has(name))
      .map(([name, value]): [string, string] => [name, String(value)]),
  )
  query.sort()
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}

/** The most of a page's path that is logged: ids, which may be secrets, and whatever a stranger typed come after it. */
export function firstSegment(pathname: string): string {
  const [, first = '', ...rest] = pathname.split('/')
  const shown = /^[a-z-]{0,20}$/.test(first) ? first : '…'
  return rest.length === 0 ? `/${shown}` : `/${shown}/…`
}
