import { expect, test } from 'vitest'
import type { Product } from '#shared/contract/product.ts'
import { productHead } from './product-head.ts'

const PICTURE = `/pictures/${'a'.repeat(16)}-1080x1350-aabbcc`
const PRODUCT: Product = {
  _id: 'p1',
  id: 'p1',
  name: 'Eko Tee',
  description: `Heavy ${'cotton '.repeat(60)}`,
  price: 20_000,
  category: 'Tees & Tops',
  image: `${PICTURE}.jpg`,
  images: [`${PICTURE}.jpg`],
  variants: ['black'],
  sizes: ['M'],
  tags: [],
  ratings: 4.333,
  numReviews: 3,
  qtyAvailable: 2,
  discount: { type: 'percentage', amount: 25, expiresAt: '2026-06-01T00:00:00.000Z' },
  stock: [{ color: 'black', size: 'M', quantity: 2 }],
}
const BEFORE = Date.parse('2026-05-31T00:00:00.000Z')
const AFTER = Date.parse('2026-06-02T00:00:00.000Z')
const URL_HERE = 'https://jara.example'

function contentOf(product: Product, nowMs: number, key: string): unknown {
  return productHead(product, URL_HERE, nowMs)
    .meta.filter((tag) => [Reflect.get(tag, 'property'), Reflect.get(tag, 'name')].includes(key))
    .map((tag) => Reflect.get(tag, 'content'))[0]
}

function dataOf(product: Product, type: string): Record<string, unknown> {
  const found = productHead(product, URL_HERE, BEFORE)
    .meta.map((tag) => Reflect.get(tag, 'script:ld+json'))
    .find((data) => data?.['@type'] === type)
  if (!found) throw new Error(`No ${type}`)
  return found
}

test('shared links show the picture as a card, by its absolute address', () => {
  expect(contentOf(PRODUCT, BEFORE, 'og:image')).toBe(`${URL_HERE}${PICTURE}.card.jpg`)
  expect(contentOf(PRODUCT, BEFORE, 'twitter:image')).toBe(`${URL_HERE}${PICTURE}.card.jpg`)
  expect(contentOf(PRODUCT, BEFORE, 'og:image:width')).toBe('1200')
  const foreign = { ...PRODUCT, image: 'https://cdn.example/a.png' }
  expect(contentOf(foreign, BEFORE, 'og:image')).toBe('https://cdn.example/a.png')
  expect(contentOf({ ...PRODUCT, image: '' }, BEFORE, 'og:image')).toBeUndefined()
})

test('the price is the one charged at that moment', () => {
  expect(contentOf(PRODUCT, BEFORE, 'product:price:amount')).toBe('15000.00')
  expect(contentOf(PRODUCT, AFTER, 'product:price:amount')).toBe('20000.00')
})

test('the summary is short and cut between words', () => {
  const summary = String(contentOf(PRODUCT, BEFORE, 'description'))
  expect(summary.length).toBeLessThanOrEqual(156)
  expect(summary.endsWith('cotton…')).toBe(true)
})

test('search engines learn the offer, the rating and the way here', () => {
  expect(dataOf(PRODUCT, 'Product')).toMatchObject({
    offers: { price: '15000.00', priceCurrency: 'NGN', availability: 'https://schema.org/InStock' },
    aggregateRating: { ratingValue: '4.3', reviewCount: 3 },
  })
  expect(dataOf({ ...PRODUCT, numReviews: 0 }, 'Product')).not.toHaveProperty('aggregateRating')
  expect(dataOf({ ...PRODUCT, qtyAvailable: 0 }, 'Product')).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
  expect(dataOf(PRODUCT, 'BreadcrumbList').itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'All Merch', item: `${URL_HERE}/products` },
    {
      '@type': 'ListItem',
      position: 2,
      name: 'Tees & Tops',
      item: `${URL_HERE}/products?category=Tees+%26+Tops`,
    },
    { '@type': 'ListItem', position: 3, name: 'Eko Tee', item: `${URL_HERE}/products/p1` },
  ])
})
