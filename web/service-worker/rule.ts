/**
 * What the worker does with a request:
 * - `pass`: nothing, the browser asks the shop as if there were no worker
 * - `file`, `picture`: addresses that stand for their content: from the cache if there, else asked for and kept
 * - `page`, `answer`: asked for, and kept for when there is no network
 * - `screen`: asked for and never kept; without a network the offline page tells so
 */
export type Rule = 'pass' | 'file' | 'picture' | 'page' | 'answer' | 'screen'

export type RequestFacts = {
  method: string
  url: URL
  origin: string
  isNavigation: boolean
  headers: { has: (name: string) => boolean }
}

/** Named one by one: what is not here is never kept, whatever is added to the shop. */
const KEPT_PAGES = /^\/(products(\/[^/]+)?)?$/
const KEPT_ANSWERS = /^\/api\/(product(\/[^/]+)?|review\/[^/]+|app-data\/(categories|tags))$/
const OTHER_DOORS = /^\/(api|sandbox|dev|pictures|assets|healthz|readyz|metrics)(\/|$)/

export function ruleFor({ method, url, origin, isNavigation, headers }: RequestFacts): Rule {
  // What is asked for with a token is its owner's alone.
  if (method !== 'GET' || url.origin !== origin || headers.has('authorization')) return 'pass'
  if (isNavigation) {
    if (OTHER_DOORS.test(url.pathname)) return 'pass'
    return KEPT_PAGES.test(url.pathname) ? 'page' : 'screen'
  }
  if (url.pathname.startsWith('/pictures/') || /^\/assets\/.*\.(avif|webp|jpg)$/.test(url.pathname))
    return 'picture'
  if (url.pathname.startsWith('/assets/')) return 'file'
  return KEPT_ANSWERS.test(url.pathname) ? 'answer' : 'pass'
}

/** Whether an answer may be kept: whole, fine, and not said to be somebody's own. */
export function mayKeep(response: Pick<Response, 'status' | 'headers' | 'redirected'>): boolean {
  if (response.status !== 200 || response.redirected) return false
  return !/\b(no-store|private)\b/.test(response.headers.get('cache-control') ?? '')
}
