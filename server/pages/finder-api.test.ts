import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createResponseCache } from '#server/http-cache/response-cache.ts'
import { shop as config } from '#shop.config'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const ORIGIN = 'http://localhost:3000'
const NOT_FOUND = '<p>There is no such page.</p>'.repeat(100)
const shop = openShopScene(
  async () => {
    const updatedAt = new Date('2026-11-10T08:00:00.000Z')
    await addProducts(shop.db, [
      { id: 'tee', updatedAt, tags: ['NewIn'] },
      { id: 'cap', updatedAt: new Date('2026-11-12T08:00:00.000Z'), category: 'Caps & Hats, "all"' },
      {
        id: 'was-less',
        updatedAt,
        category: 'Jackets',
        discountType: 'fixed',
        discountValue: 100,
        discountExpiresAt: new Date('2026-11-15T23:59:59.000Z'),
      },
      {
        id: 'still-less',
        updatedAt,
        discountType: 'fixed',
        discountValue: 100,
        discountExpiresAt: new Date('2026-12-15T23:59:59.000Z'),
      },
      { id: 'old', updatedAt: new Date('2026-11-19T08:00:00.000Z'), category: 'Gone', retired: true },
    ])
  },
  {
    cache: createResponseCache({ maxBytes: 10_000_000, now: () => shop.clock.now }),
    pages: {
      render: async () => new Response(NOT_FOUND, { status: 404 }),

      isDev: false,
    },
  },
)

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await shop.request(path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Locations with the day of their last change. */
function entriesOf(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(\S{10})T\S{13}<\/lastmod>)?/g)].map(
    ([, location, day]) => `${location?.replace(ORIGIN, '')} ${day ?? '?'}`,
  )
}

test('the sitemap lists every public page with its last change, and nothing retired', async () => {
  const { status, headers, text } = await get('/sitemap.xml')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(text).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n/,
  )
  expect(entriesOf(text)).toEqual([
    '/ 2026-11-15',
    '/products 2026-11-15',
    '/products?category=Caps+%26+Hats,+%22all%22 2026-11-12',
    '/products?category=Jackets 2026-11-15',
    '/products?category=Tees 2026-11-10',
    '/products?tag=NewIn 2026-11-10',
    '/pages/contact ?',
    '/pages/delivery ?',
    '/pages/privacy ?',
    '/pages/returns ?',
    '/pages/size-guide ?',
    '/pages/terms ?',
    '/products/cap 2026-11-12',
    '/products/still-less 2026-11-10',
    '/products/tee 2026-11-10',
    '/products/was-less 2026-11-15',
  ])
})

test('robots.txt excludes private screens and names the sitemap', async () => {
  const { status, headers, text } = await get('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = text.split('\n')
  expect(lines[0]).toBe('User-agent: *')
  for (const path of [
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
    '/api/',
    '/sandbox/',
    '/dev/',
  ]) {
    expect(lines).toContain(`Disallow: ${path}`)
  }
  const refused = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10))
  for (const open of ['/', '/products', '/products?category=Tees', '/products/tee', '/pictures/a.card.jpg']) {
    expect(refused.filter((path) => open.startsWith(path))).toEqual([])
  }
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test("the manifest uses the owner's texts and colours", async () => {
  const { status, headers, text } = await get('/site.webmanifest')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  expect(JSON.parse(text)).toMatchObject({
    name: config.brand,
    short_name: config.brand,
    description: config.tagline,
    theme_color: config.colours.ink,
    background_color: config.colours.paper,
    start_url: '/',
    display: 'standalone',
  })
  expect(JSON.parse(text).icons).toContainEqual(expect.objectContaining({ purpose: 'maskable' }))
})

describe.each(['/robots.txt', '/site.webmanifest', '/sitemap.xml'])('%s', (path) => {
  test('is not sent again to a client that has it, even if it was sent compressed', async () => {
    const first = await get(path, { 'accept-encoding': 'gzip' })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22,}"$/)
    const again = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${etag}` })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('responds to HEAD with the length of GET', async () => {
    const head = await shop.request(path, { method: 'HEAD' })
    const { text } = await get(path)
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  })
})

test('there is no second file of products while all fit into the first', async () => {
  expect((await get('/sitemap-products-2.xml')).status).toBe(404)
  expect((await get('/sitemap-products-0.xml')).status).toBe(404)
})

test('the 404 for a missing file is readable whatever codings the client accepts', async () => {
  const { status, headers, text } = await get('/sitemap-products-9.xml', { 'accept-encoding': 'br' })
  expect([status, headers.get('content-encoding'), text]).toEqual([404, null, '404 Not Found'])
})

test('a large shop has an index of files that together hold every product once', async () => {
  await shop.db.execute(sql`insert into products (id, sku, name, description, category, price_kobo)
    select 'many-' || n, 'many-' || n, 'Many', '', 'Tees', 100000 from generate_series(1, 20000) as n`)
  const index = await get('/sitemap.xml')
  expect(index.text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const files = entriesOf(index.text).map((entry) => entry.split(' ')[0] ?? '')
  expect(files).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-products-1.xml',
    '/sitemap-products-2.xml',
    '/sitemap-products-3.xml',
  ])
  const [pages, ...products] = await Promise.all(files.map((file) => get(file)))
  expect(entriesOf(pages?.text ?? '')).toContainEqual(expect.stringMatching(/^\/products\?category=Jackets /))
  const counts = products.map(({ text }) => entriesOf(text).length)
  expect(counts).toEqual([10_000, 10_000, 4])
  const all = products.flatMap(({ text }) => entriesOf(text).map((entry) => entry.split(' ')[0]))
  expect(new Set(all).size).toBe(20_004)
})
