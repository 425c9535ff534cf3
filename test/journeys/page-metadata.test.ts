import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { readPage } from '#test/support/found-page.ts'
import { openJourney } from '#test/support/journey.ts'
import { findProduct, heading, until, visit } from '#test/support/shopper.ts'
import { STRUCTURED_DATA } from '#test/support/structured-data.ts'

const journey = openJourney()
const CARD_MAX_BYTES = 300_000

type Kind = keyof typeof STRUCTURED_DATA

/** A page as search engines and messengers receive it. */
async function find(address: string) {
  const { status, text } = await journey.ask('GET', address)
  const page = readPage(text)
  return {
    ...page,
    status,
    text,
    say: (name: string) => page.meta.get(name),
    /** Validated against Google's requirements for this type. */
    of: <K extends Kind>(kind: K) =>
      STRUCTURED_DATA[kind].parse(page.data.get(kind)) as z.infer<(typeof STRUCTURED_DATA)[K]>,
  }
}

const addressOf = async (name: string) => `/products/${(await findProduct(journey, name)).id}`

async function expectCard(address: string | undefined) {
  const response = await fetch(address ?? '')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.byteLength).toBeLessThan(CARD_MAX_BYTES)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
}

test('every public page has a title, a canonical URL and a preview', async () => {
  const titles = new Set<string>()
  for (const [address, canonical, type, kinds] of [
    ['/', '/', 'website', ['Organization', 'WebSite']],
    ['/products?utm_source=whatsapp', '/products', 'website', ['ItemList']],
    [
      '/products?category=Tees&sortBy=name-a-z',
      '/products?category=Tees',
      'website',
      ['ItemList', 'BreadcrumbList'],
    ],
    ['/products?page=2', '/products?page=2', 'website', ['ItemList']],
    ['/pages/returns?utm_source=whatsapp', '/pages/returns', 'website', []],
    [await addressOf('Okada Jacket'), undefined, 'product', ['ProductGroup', 'BreadcrumbList']],
    [await addressOf('Eko Cap'), undefined, 'product', ['Product', 'BreadcrumbList']],
    [await addressOf('Plain Tee 50'), undefined, 'product', ['Product', 'BreadcrumbList']],
  ] as const) {
    const { status, title, canonical: link, data, say } = await find(address)
    const url = journey.url() + (canonical ?? address)
    expect([status, link, say('og:url'), say('og:type')], address).toEqual([200, url, url, type])
    expect(say('robots')).toBe('index, follow, max-image-preview:large')
    expect([...data.keys()]).toEqual(kinds)
    for (const kind of kinds) STRUCTURED_DATA[kind].parse(data.get(kind))
    titles.add(title)
    expect(title).toContain('Jara')
    for (const name of ['og:title', 'twitter:title']) expect(say(name)).toBe(title)
    expect(say('description')?.length).toBeGreaterThan(20)
    for (const name of ['og:description', 'twitter:description']) expect(say(name)).toBe(say('description'))
    expect([say('og:locale'), say('og:site_name'), say('twitter:card')]).toEqual([
      'en_NG',
      'Jara',
      'summary_large_image',
    ])
    expect([say('og:image:type'), say('og:image:width'), say('og:image:height')]).toEqual([
      'image/jpeg',
      '1200',
      '630',
    ])
    expect(say('og:image:alt')).toBeTruthy()
    expect([say('twitter:image'), say('twitter:image:alt')]).toEqual([say('og:image'), say('og:image:alt')])
    // Messengers cache by URL, so each URL contains the content's hash.
    expect(say('og:image')).toMatch(
      /^http:\/\/localhost:\d+\/(pictures\/[0-9a-f]{20}-\S+\.card|assets\/social-card-\S+)\.jpg$/,
    )
    await expectCard(say('og:image'))
  }
  expect(titles.size).toBe(8)
})

test('a discounted product states its current and old price, and each size its availability', async () => {
  const { say, of, text } = await find(await addressOf('Okada Jacket'))
  expect([say('product:price:amount'), say('product:price:currency')]).toEqual(['60000.00', 'NGN'])
  expect([say('product:availability'), say('og:image:alt')]).toEqual(['in stock', 'Okada Jacket'])
  expect(say('og:description')).toBe('₦60,000. Waxed, with one more pocket than you need.')
  const group = of('ProductGroup')
  expect(group.variesBy).toEqual(['https://schema.org/size'])
  expect(group).not.toHaveProperty('aggregateRating')
  expect(group.hasVariant.map(({ color, size, offers }) => [color, size, offers.price])).toEqual([
    ['black', 'M', '60000.00'],
    ['black', 'L', '60000.00'],
  ])
  expect(group.hasVariant[0]?.offers.priceSpecification?.price).toBe('80000.00')
  for (const shown of ['₦60,000', '₦80,000']) expect(text).toContain(shown)
})

test('a sold-out product says so, states the score shown on the page, and stays text whatever its name contains', async () => {
  const { say, of, text } = await find(await addressOf('Plain Tee 50'))
  expect(say('product:availability')).toBe('out of stock')
  const { offers, aggregateRating, description } = of('Product')
  expect(offers.availability).toBe('https://schema.org/OutOfStock')
  expect(aggregateRating).toMatchObject({ ratingValue: '4.5', reviewCount: 2 })
  expect(text).toContain('>4.5<')
  expect(description).toBe('No print </script><script>alert(1)</script><!-- at all.')
  expect(text).not.toContain('<script>alert(1)')
})

test('searches, narrow filters and empty lists are followed but not indexed', async () => {
  for (const [address, canonical] of [
    ['/products?search=danfo&utm_source=x', '/products?search=danfo'],
    ['/products?category=Tees&color=white&sortBy=name-a-z', '/products?category=Tees&color=white'],
    ['/products?category=Nothing', '/products?category=Nothing'],
  ] as const) {
    const { status, say, data, canonical: link } = await find(address)
    expect([status, say('robots'), data.size]).toEqual([200, 'noindex, follow', 0])
    expect(link).toBe(journey.url() + canonical)
  }
})

test('private screens and missing pages are never cached or indexed', { tags: ['2.15'] }, async () => {
  for (const [address, wanted] of [
    ...['/login', '/signup', '/checkout', '/orders', '/home', '/payment/callback'].map(
      (path) => [path, 200] as const,
    ),
    ['/nowhere', 404],
    ['/products/nothing', 404],
    ['/pages/nothing', 404],
  ] as const) {
    const { status, say, data, canonical, title } = await find(address)
    expect([status, say('robots'), data.size, canonical], address).toEqual([wanted, 'noindex', 0, undefined])
    expect(title).toMatch(/ \| Jara$/)
  }
})

test('every URL of the sitemap loads, is its own canonical URL, and may be crawled and indexed', {
  tags: ['whole'],
}, async () => {
  const { text: robots } = await journey.ask('GET', '/robots.txt')
  const refused = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '')
  expect(refused).toContain('/checkout')
  const { text } = await journey.ask('GET', '/sitemap.xml')
  const locations = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location ?? '')
  expect(locations.length).toBeGreaterThan(55)
  for (const location of locations) {
    const path = location.replace(journey.url(), '')
    const { status, say, canonical } = await find(path)
    expect([status, canonical]).toEqual([200, location])
    expect(say('robots')).toMatch(/^index/)
    expect(refused.filter((prefix) => path.startsWith(prefix))).toEqual([])
  }
})

test('the icons named by pages and the manifest exist', async () => {
  const { body } = await journey.ask<{ icons: { src: string; sizes: string }[] }>('GET', '/site.webmanifest')
  const icons = [...body.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]
  for (const { src, sizes } of icons) {
    const bytes = await (await fetch(journey.url() + src)).arrayBuffer()
    const { format, width, height } = await sharp(Buffer.from(bytes)).metadata()
    expect([format, `${width}x${height}`], src).toEqual(['png', sizes])
  }
})

test('the first page’s metadata leaves with that page, and the tags follow navigation', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products?category=Caps')
  const kinds = async () =>
    (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => (JSON.parse(text) as { '@type': string })['@type'],
    )
  expect(await kinds()).toEqual(['ItemList', 'BreadcrumbList'])
  await page
    .getByRole('main')
    .getByRole('link', { name: /Eko Cap/ })
    .first()
    .click()
  await heading(page, 'Eko Cap').first().waitFor()
  await until(page, () => document.title.startsWith('Eko Cap'))
  expect(await kinds()).toEqual([])
  const url = page.url()
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(url)
  expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toBe(url)
  expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toContain('.card.jpg')
})
