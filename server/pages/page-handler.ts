import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Logger } from 'pino'
import { type Lifetime, lifetimeHeader, lifetimeOf, sharedFor } from '#server/http/cache-for.ts'
import { createLineCap } from '#server/http/line-cap.ts'
import { isRead } from '#server/http/method.ts'
import type { AppEnv } from '#server/http/router.ts'
import { isSavingData, publicRoute } from '#server/http-cache/public-address.ts'
import { shop } from '#shop.config'
import type { Pages } from './built.ts'
import { decodablePath, firstSegment, isSecretAddress, pageAddress } from './page-address.ts'
import { pagePolicy, reportingHeaders } from './page-policy.ts'

export type PageDependencies = {
  pages: Pages
  log: Logger
  publicUrl: string
  now: () => Date
  /** Calls the shop's own API in process. */
  request: (path: string, init?: RequestInit) => Promise<Response>
}

/**
 * The maximum lifetime of a page, whatever the lifetimes of its parts: time-dependent content is never older than this.
 */
const LIFE_S = 60

/** Serves a rendered document for every URL that no other route takes. */
export function pageHandler({ pages, log, publicUrl, now, request }: PageDependencies) {
  const missing = createLineCap(log, 'more pages were not found', now)

  return async (context: Context<AppEnv>): Promise<Response> => {
    if (!isRead(context.req.method)) {
      return context.text('This address can only be read.', 405, { Allow: 'GET, HEAD' })
    }
    const url = new URL(context.req.url)
    const decodable = decodablePath(url.pathname)
    if (decodable !== url.pathname) return context.redirect(decodable + url.search, 308)
    const isPublicAddress = publicRoute(url.pathname)?.isPage ?? false
    const address = isPublicAddress ? pageAddress(url) : url.pathname + url.search

    const parts = partsOf(request)
    // The visitor's headers are dropped: a page is the same for everybody, in one of two variants.
    const rendered = await pages
      .render(new Request(new URL(url.origin + address), { headers: { accept: 'text/html' } }), {
        apiFetch: parts.fetch,
        publicUrl,
        variant: isSavingData(context.req.header('save-data')) ? 'data-saver' : 'full',
      })
      .catch((error: unknown) => {
        log.error({ err: error, path: firstSegment(url.pathname) }, 'page not rendered')
        return new Response(String(failedPage()), { status: 500 })
      })
    const retryAfter = rendered.status === 500 ? parts.retryAfter() : undefined
    const status = retryAfter === undefined ? rendered.status : 503
    missing.endCount()
    if (status === 404 && missing.claim()) log.info({ path: firstSegment(url.pathname) }, 'page not found')

    const lifetime = isPublicAddress && status === 200 ? parts.lifetime() : undefined
    const headers = new Headers({
      'Cache-Control': lifetime === undefined ? 'no-store' : sharedFor(lifetime.seconds * 1_000),
      Vary: 'Accept-Encoding, Save-Data',
    })
    if (lifetime !== undefined) headers.set(...lifetimeHeader(lifetime))
    if (retryAfter !== undefined) headers.set('Retry-After', retryAfter)
    if (isSecretAddress(url.pathname)) headers.set('Referrer-Policy', 'no-referrer')
    const location = rendered.headers.get('location')
    if (location !== null) {
      headers.set('Location', withoutOwnOrigin(location, url))
      return new Response(null, { status, headers })
    }
    const document = await rendered.text()
    headers.set('Content-Type', 'text/html; charset=UTF-8')
    headers.set('Content-Security-Policy', pagePolicy(document, { isDev: pages.isDev, publicUrl }))
    for (const [name, value] of Object.entries(reportingHeaders(publicUrl))) headers.set(name, value)
    return new Response(document, { status, headers })
  }
}

/** Stands alone: what renders pages has just failed. */
const failedPage = () => html`<!doctype html>
<html lang="en-NG">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Something broke | ${shop.brand}</title>
  <h1>Something broke</h1>
  <p>This page could not be shown. Your cart and wishlist are safe. Please try again in a moment.</p>
  <p><a href="">Try again</a> <a href="/">${shop.brand}, home</a></p>
</html>
`

/**
 * A request may have arrived over http, or under a host name that is not ours: a redirect within the shop contains
 * neither.
 */
function withoutOwnOrigin(location: string, requested: URL): string {
  const target = new URL(location, requested)
  if (target.origin !== requested.origin) return location
  return target.pathname.replace(/^\/+/, '/') + target.search + target.hash
}

/**
 * Follows the API responses that a page is rendered from: it shows what they show, and lives no longer than the first of
 * them to expire. If one of them must not be cached, neither must the page.
 */
function partsOf(request: PageDependencies['request']) {
  const lifetimes: Lifetime[] = []
  let retryAfter: string | undefined
  return {
    fetch: async (path: string, init?: RequestInit): Promise<Response> => {
      const response = await request(path, init)
      lifetimes.push(lifetimeOf(response) ?? { tags: [], seconds: 0, isStrict: false })
      if (response.status === 503) retryAfter ??= response.headers.get('retry-after') ?? undefined
      return response
    },
    /** The Retry-After of an API response that failed only temporarily. */
    retryAfter: () => retryAfter,
    lifetime: (): Lifetime => ({
      tags: [...new Set(lifetimes.flatMap(({ tags }) => tags))],
      seconds: Math.min(LIFE_S, ...lifetimes.map(({ seconds }) => seconds)),
      isStrict: false,
    }),
  }
}
