import { type Context, Hono } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import { cacheFor, publicFor } from '#server/http/cache-for.ts'
import type { AppEnv } from '#server/http/router.ts'
import { countListed, listListings, listProductAddresses } from '#server/product/sitemap-store.ts'
import { shop } from '#shop.config'
import { HOME_SCREEN_ICONS } from './home-screen.ts'

/** The protocol allows 50,000 URLs; this many make about 1.3 MB, which is built in one go. */
const PRODUCTS_PER_FILE = 10_000
const HOUR_S = 3_600
const XML = 'application/xml; charset=utf-8'

/**
 * The files by which search engines and phones discover the shop. A shop that fits into one sitemap has a single one; a
 * larger shop has an index of several, each read from the database separately.
 */
export function finderApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings' | 'textPages'>) {
  const { db, now, settings, textPages = new Map() } = dependencies
  const { publicUrl } = settings
  const robots = robotsText(publicUrl)
  const manifest = JSON.stringify(webManifest())

  async function listPages(changedAt: Date | null): Promise<SitemapEntry[]> {
    const listings = await listListings(db, now())
    return [
      { path: '/', changedAt },
      { path: '/products', changedAt },
      ...listings.map(listingEntry),
      ...[...textPages.keys()].map((id) => ({ path: `/pages/${id}`, changedAt: null })),
    ]
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

/** Screens with content for their visitor only, or that lead to a payment. */
const PRIVATE_SCREENS = [
  '/checkout',
  '/payment',
  '/orders',
  '/home',
  '/login',
  '/signup',
  '/verify-signup',
  '/forgot-password',
  '/reset-otp',
  '/reset-password',
  '/stock-alert',
]
const NOT_PAGES = ['/api/', '/sandbox/', '/dev/', '/healthz', '/readyz', '/metrics']

/**
 * What crawlers may fetch (RFC 9309), and where the sitemap is. Pictures, styles and scripts stay allowed, since crawlers
 * judge pages as rendered.
 */
function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    ...PRIVATE_SCREENS.map((screen) => `Disallow: ${screen}`),
    ...NOT_PAGES.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** A page in the sitemaps.org protocol. `path` is a path within the shop, already URL-encoded. */
type SitemapEntry = { path: string; changedAt: Date | null }

function sitemapXml(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return documentOf('urlset', 'url', publicUrl, entries)
}

/** `files` are the sitemaps that together contain every page. */
function sitemapIndexXml(publicUrl: string, files: readonly SitemapEntry[]): string {
  return documentOf('sitemapindex', 'sitemap', publicUrl, files)
}

function documentOf(root: string, each: string, publicUrl: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
    return `<${each}><loc>${escapeXml(publicUrl + path)}</loc>${changed}</${each}>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>`,
    '',
  ].join('\n')
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character)
}

/** How a phone's home screen shows the shop (W3C Web Application Manifest), in the owner's texts and colours. */
function webManifest() {
  return {
    id: '/',
    name: shop.brand,
    short_name: shop.brand,
    description: shop.tagline,
    lang: 'en-NG',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: shop.colours.paper,
    theme_color: shop.colours.ink,
    categories: ['shopping', 'lifestyle'],
    icons: HOME_SCREEN_ICONS,
    shortcuts: [
      { name: 'New In', url: '/products?tag=NewIn' },
      { name: 'All Merch', url: '/products' },
      { name: 'My Orders', url: '/orders' },
    ].map((shortcut) => ({ ...shortcut, icons: HOME_SCREEN_ICONS.slice(0, 1) })),
  }
}
