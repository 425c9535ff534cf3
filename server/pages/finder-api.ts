import { type Context, Hono } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import { publicFor } from '#server/http/cache-control.ts'
import { cacheFor } from '#server/http/cache-for.ts'
import type { AppEnv } from '#server/http/router.ts'
import { countListed, listListings, listProductAddresses } from '#server/product/sitemap-store.ts'
import { webManifest } from './manifest.ts'
import { robotsText } from './robots.ts'
import { type SitemapEntry, sitemapIndexXml, sitemapXml } from './sitemap.ts'

/** The protocol allows 50,000 URLs; this many make about 1.3 MB, which is built in one go. */
const PRODUCTS_PER_FILE = 10_000
const HOUR_S = 3_600
const XML = 'application/xml; charset=utf-8'

/**
 * The files by which search engines and phones discover the shop. A shop that fits into one sitemap has a single one; a
 * larger shop has an index of several, each read from the database separately.
 */
export function finderApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now, settings } = dependencies
  const { publicUrl } = settings
  const robots = robotsText(publicUrl)
  const manifest = JSON.stringify(webManifest())

  async function listPages(changedAt: Date | null): Promise<SitemapEntry[]> {
    const listings = await listListings(db, now())
    return [{ path: '/', changedAt }, { path: '/products', changedAt }, ...listings.map(listingEntry)]
  }

  async function sitemap(): Promise<string> {
    const { count, changedAt } = await countListed(db, now())
    if (count <= PRODUCTS_PER_FILE) {
      return sitemapXml(publicUrl, [...(await listPages(changedAt)), ...(await listProductEntries(1))])
    }
    const files = Array.from({ length: Math.ceil(count / PRODUCTS_PER_FILE) }, (_, file) => ({
      path: `/sitemap-products-${file + 1}.xml`,
      changedAt: null,
    }))
    return sitemapIndexXml(publicUrl, [{ path: '/sitemap-pages.xml', changedAt }, ...files])
  }

  /** `file` starts at 1. */
  async function listProductEntries(file: number): Promise<SitemapEntry[]> {
    const offset = (file - 1) * PRODUCTS_PER_FILE
    const page = { offset, limit: PRODUCTS_PER_FILE }
    const rows = await listProductAddresses(db, page, now())
    return rows.map(({ id, changedAt }) => ({ path: `/products/${encodeURIComponent(id)}`, changedAt }))
  }

  return new Hono<AppEnv>()
    .get('/robots.txt', (context) => response(context, robots, 'text/plain; charset=utf-8'))
    .get('/site.webmanifest', (context) =>
      response(context, manifest, 'application/manifest+json; charset=utf-8'),
    )
    .get('/sitemap.xml', async (context) => response(context, await sitemap(), XML))
    .get('/sitemap-pages.xml', async (context) => {
      const { changedAt } = await countListed(db, now())
      return response(context, sitemapXml(publicUrl, await listPages(changedAt)), XML)
    })
    .get('/:file{sitemap-products-[1-9][0-9]{0,5}\\.xml}', async (context) => {
      const entries = await listProductEntries(Number(/\d+/.exec(context.req.param('file'))?.[0]))
      return entries.length === 0
        ? context.notFound()
        : response(context, sitemapXml(publicUrl, entries), XML)
    })
}

/** Writes a listing's URL as the storefront does, so that it equals the page's own canonical one. */
function listingEntry({
  kind,
  name,
  changedAt,
}: Awaited<ReturnType<typeof listListings>>[number]): SitemapEntry {
  return { path: `/products?${new URLSearchParams({ [kind]: name })}`.replaceAll('%2C', ','), changedAt }
}

/** Search engines visit rarely and retry: an hour's delay does not matter. */
function response(context: Context<AppEnv>, body: string, contentType: string): Response {
  cacheFor(context, { seconds: HOUR_S, tags: [], cacheControl: publicFor(HOUR_S) })
  return context.body(body, 200, { 'Content-Type': contentType })
}
