import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etagOf, isKnown } from '#server/api/etag.ts'
import type { AppEnv } from '#server/api/router.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { countListed, listListings, listProductAddresses } from '#server/product/sitemap-store.ts'
import { webManifest } from './manifest.ts'
import { robotsText } from './robots.ts'
import { type SitemapEntry, sitemapIndexXml, sitemapXml } from './sitemap.ts'

/** The protocol allows 50,000; this many are about 1.3 MB, which is made and held at once. */
const URLS_PER_FILE = 10_000
const HOUR_S = 3_600
const XML = 'application/xml; charset=utf-8'

/**
 * The files by which search engines and phones get to know the shop. A shop that fits into one sitemap has one; a larger
 * one an index of several, each read from the database by itself.
 */
export function finderApi({ db, now, settings }: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { publicUrl } = settings
  const robots = robotsText(publicUrl)
  const manifest = JSON.stringify(webManifest())

  async function listPages(changedAt: Date | null): Promise<SitemapEntry[]> {
    const listings = await listListings(db, now())
    return [{ path: '/', changedAt }, { path: '/products', changedAt }, ...listings.map(listingEntry)]
  }

  async function sitemap(): Promise<string> {
    const { count, changedAt } = await countListed(db, now())
    const pages = await listPages(changedAt)
    if (pages.length + count <= URLS_PER_FILE) {
      return sitemapXml(publicUrl, [...pages, ...(await listProductEntries(1))])
    }
    const files = Array.from({ length: Math.ceil(count / URLS_PER_FILE) }, (_, file) => ({
      path: `/sitemap-products-${file + 1}.xml`,
      changedAt: null,
    }))
    return sitemapIndexXml(publicUrl, [{ path: '/sitemap-pages.xml', changedAt }, ...files])
  }

  /** Files are counted from 1. */
  async function listProductEntries(file: number): Promise<SitemapEntry[]> {
    const offset = (file - 1) * URLS_PER_FILE
    const rows = await listProductAddresses(db, { offset, limit: URLS_PER_FILE }, now())
    return rows.map(({ id, changedAt }) => ({ path: `/products/${encodeURIComponent(id)}`, changedAt }))
  }

  return new Hono<AppEnv>()
    .get('/robots.txt', (context) => answer(context, robots, 'text/plain; charset=utf-8'))
    .get('/site.webmanifest', compress(), (context) =>
      answer(context, manifest, 'application/manifest+json; charset=utf-8'),
    )
    .get('/sitemap.xml', compress(), async (context) => answer(context, await sitemap(), XML))
    .get('/sitemap-pages.xml', compress(), async (context) => {
      const { changedAt } = await countListed(db, now())
      return answer(context, sitemapXml(publicUrl, await listPages(changedAt)), XML)
    })
    .get('/:file{sitemap-products-[1-9][0-9]{0,5}\\.xml}', compress(), async (context, next) => {
      const entries = await listProductEntries(Number(/\d+/.exec(context.req.param('file'))?.[0]))
      return entries.length === 0 ? next() : answer(context, sitemapXml(publicUrl, entries), XML)
    })
}

/** A listing's address is written as the storefront writes it, so that it equals the page's own canonical one. */
function listingEntry({
  kind,
  name,
  changedAt,
}: Awaited<ReturnType<typeof listListings>>[number]): SitemapEntry {
  return { path: `/products?${new URLSearchParams({ [kind]: name })}`.replaceAll('%2C', ','), changedAt }
}

function answer(context: Context<AppEnv>, body: string, contentType: string): Response {
  const etag = etagOf(body)
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': `public, max-age=${HOUR_S}`,
    ETag: etag,
    'Content-Length': String(Buffer.byteLength(body)),
  }
  if (isKnown(context.req.header('if-none-match'), etag)) {
    const { 'Content-Length': _length, ...kept } = headers
    return context.body(null, 304, kept)
  }
  return context.body(body, 200, headers)
}
