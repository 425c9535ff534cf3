import { listCategories, listShippingPlaces, listTags } from '#shared/contract/app-data.ts'
import { getProduct, listProducts, productQuery } from '#shared/contract/product.ts'
import { listReviews, summarizeReviews } from '#shared/contract/review.ts'
import { getTextPage } from '#shared/contract/text-page.ts'

/** A page or a call whose response is the same for everybody. */
type PublicRoute = {
  /** As the log and the metrics name it. */
  route: string
  /** Only these query parameters are read. */
  parameters: ReadonlySet<string>
  /** Pages have a variant for visitors who save data. */
  isPage: boolean
}

/** The listing's page reads what its call reads, but for what only the shop itself asks for. */
const { ids: _ids, limit: _limit, view: _view, ...LISTING } = productQuery.shape
const NONE: ReadonlySet<string> = new Set()

const file = (path: string, parameters = NONE, isPage = false): [string, PublicRoute] => [
  path,
  { route: isPage ? '*' : path, parameters, isPage },
]
const page = (path: string, parameters = NONE) => file(path, parameters, true)
const call = ({ path }: { path: string }, parameters = NONE) =>
  file(`/api${path.replace('{id}', ':id')}`, parameters)

const ROUTES = new Map([
  page('/'),
  page('/products', new Set(Object.keys(LISTING))),
  page('/products/:id', new Set(['color'])),
  page('/pages/:id'),
  call(listProducts, new Set(Object.keys(productQuery.shape))),
  call(getProduct),
  call(listReviews),
  call(summarizeReviews),
  call(listCategories),
  call(listTags),
  call(listShippingPlaces),
  call(getTextPage),
  file('/api/openapi.json'),
  file('/api/docs'),
  file('/robots.txt'),
  file('/site.webmanifest'),
  file('/sitemap.xml'),
  file('/sitemap-pages.xml'),
])

/** A path with needless escapes is not public, so that nothing is cached under several names. */
export function publicRoute(path: string): PublicRoute | undefined {
  const known = ROUTES.get(path)
  if (known !== undefined) return known
  const at = path.lastIndexOf('/') + 1
  return isPlain(path.slice(at)) ? ROUTES.get(`${path.slice(0, at)}:id`) : undefined
}

/** An id as the shop itself writes it in an address. */
function isPlain(id: string): boolean {
  try {
    return id !== '' && !id.startsWith('.') && encodeURIComponent(decodeURIComponent(id)) === id
  } catch {
    return false
  }
}

/** A browser set to save data sends this itself (WICG Save Data API); for the shop's own switch, the service worker does. */
export function isSavingData(saveData: string | undefined): boolean {
  return /^\s*on\b/i.test(saveData ?? '')
}

/** Longer addresses are not links that people share. */
const ADDRESS_MAX_CHARS = 1_000

export type PublicAddress = { route: PublicRoute; path: string; address: string }

/**
 * The normalised address of a request's target: without parameters that nothing reads, the rest by name. Values stay as they
 * are written, since the app alone knows how it reads them. Undefined for what only the app can serve: everything private,
 * and searches, which are counted.
 */
export function publicAddress(target: string): PublicAddress | undefined {
  if (target.length > ADDRESS_MAX_CHARS || target.includes('#')) return undefined
  const at = target.indexOf('?')
  const path = at === -1 ? target : target.slice(0, at)
  const route = publicRoute(path)
  if (route === undefined) return undefined
  if (at === -1) return { route, path, address: path }
  const pairs: [name: string, pair: string][] = []
  for (const pair of target.slice(at + 1).split('&')) {
    const name = decodedName(pair)
    if (name === undefined || name === 'search') return undefined
    if (route.parameters.has(name)) pairs.push([name, pair])
  }
  if (pairs.length === 0) return { route, path, address: path }
  pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return { route, path, address: `${path}?${pairs.map(([, pair]) => pair).join('&')}` }
}

/** Undefined if it cannot be decoded. */
function decodedName(pair: string): string | undefined {
  const at = pair.indexOf('=')
  const name = at === -1 ? pair : pair.slice(0, at)
  if (!/[%+]/.test(name)) return name
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
