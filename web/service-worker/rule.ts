import { SEARCH_RESULT_LIMIT } from '#shared/limits.ts'

/**
 * What the worker does with a request:
 * - `pass`: nothing, the browser handles it as if there were no worker
 * - `file`, `picture`: content-addressed: served from the cache, else fetched and cached
 * - `page`, `response`: fetched, and cached for when there is no network
 * - `screen`: fetched and never cached; without a network the offline page is shown
 */
export type Rule = 'pass' | 'file' | 'picture' | 'page' | 'response' | 'screen'

/** An explicit allowlist: anything else is never cached, whatever is added to the shop. */
const CACHED_PAGES = /^\/((products(\/[^/]+)?)?|pages\/[^/]+)$/
const CACHED_RESPONSES =
  /^\/api\/(product(\/[^/]+)?|(review(-summary)?|text-page)\/[^/]+|app-data\/(categories|tags))$/
const NO_PAGES = /^\/(admin|api|sandbox|dev|pictures|assets|healthz|readyz|metrics)(\/|$)/

export function ruleFor(
  { method, mode, headers }: Pick<Request, 'method' | 'mode' | 'headers'>,
  url: URL,
  ownOrigin: string,
): Rule {
  // A request with a token is private to its owner.
  if (method !== 'GET' || url.origin !== ownOrigin || headers.has('authorization')) return 'pass'
  if (mode === 'navigate') {
    if (NO_PAGES.test(url.pathname)) return 'pass'
    return CACHED_PAGES.test(url.pathname) ? 'page' : 'screen'
  }
  if (url.pathname.startsWith('/pictures/') || /^\/assets\/.*\.(avif|webp|jpg)$/.test(url.pathname))
    return 'picture'
  if (url.pathname.startsWith('/assets/')) return 'file'
  return CACHED_RESPONSES.test(url.pathname) && !isSuggestion(url) ? 'response' : 'pass'
}

/** The search box asks for one with nearly every letter: cached, they would push out the lists and products that were viewed. */
function isSuggestion({ pathname, searchParams }: URL): boolean {
  return (
    pathname === '/api/product' &&
    searchParams.has('search') &&
    searchParams.get('limit') === String(SEARCH_RESULT_LIMIT)
  )
}

/**
 * The address that a page is cached under. Only the listing reads its query: every other page is the same with any choice
 * of colour and size and whatever campaigns append, so it is cached once and found with all of them.
 */
export function cacheAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + (pathname === '/products' ? search : '')
}

/** Whether a response may be cached: complete, successful, and not marked as private. */
export function mayCache(response: Pick<Response, 'status' | 'headers' | 'redirected'>): boolean {
  if (response.status !== 200 || response.redirected) return false
  return !/\b(no-store|private)\b/.test(response.headers.get('cache-control') ?? '')
}
