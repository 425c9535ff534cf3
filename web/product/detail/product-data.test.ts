import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Product } from '#shared/contract/product.ts'
import { aProduct } from '#web/product/product.fixture.ts'
import { productData } from './product-head.ts'

const HERE = 'https://jara.example'
const NOW = Date.parse('2026-05-31T00:00:00.000Z')
const ENDS = '2026-06-01T00:00:00.000Z'
const SCHEMA = 'https://schema.org'

const soldAs = (product: Product, nowMs = NOW) => productData(product, HERE, nowMs)[0]

const SHIRT = aProduct({
  images: ['/r1.jpg', '/r2.jpg', '/b1.jpg', '/b2.jpg'],
  variants: ['dark red', 'black'],
  sizes: ['M', 'L'],
  qtyAvailable: 3,
  stock: [
    { color: 'dark red', size: 'M', quantity: 3 },
    { color: 'black', size: 'M', quantity: 0 },
    { color: 'black', size: 'L', quantity: 0 },
  ],
})

test('each colour and size that is made is a variant with its own picture, price and availability', () => {
  const offer = {
    '@type': 'Offer',
    url: `${HERE}/products/p1`,
    price: '20000.00',
    priceCurrency: 'NGN',
    itemCondition: `${SCHEMA}/NewCondition`,
  }
  expect(soldAs(SHIRT)).toEqual({
    '@context': SCHEMA,
    '@type': 'ProductGroup',
    productGroupID: 'p1',
    name: 'Eko Tee',
    description: 'Heavy cotton.',
    url: `${HERE}/products/p1`,
    category: 'Tees & Tops',
    brand: { '@type': 'Brand', name: 'Jara' },
    image: ['/r1.jpg', '/r2.jpg', '/b1.jpg', '/b2.jpg'].map((path) => HERE + path),
    variesBy: [`${SCHEMA}/color`, `${SCHEMA}/size`],
    hasVariant: [
      ['dark red', 'M', 'p1-dark-red-M', '/r1.jpg', 'InStock'] as const,
      ['black', 'M', 'p1-black-M', '/b1.jpg', 'OutOfStock'] as const,
      ['black', 'L', 'p1-black-L', '/b1.jpg', 'OutOfStock'] as const,
    ].map(([color, size, sku, image, availability]) => ({
      '@type': 'Product',
      name: `Eko Tee, ${color}, ${size}`,
      sku,
      image: HERE + image,
      color,
      size,
      offers: {
        ...offer,
        url: `${HERE}/products/p1?color=${color.replace(' ', '+')}&size=${size}`,
        availability: `${SCHEMA}/${availability}`,
      },
    })),
  })
})

test('a product with a single variant is a plain product', () => {
  const cap = aProduct({
    variants: [],
    sizes: [],
    qtyAvailable: 0,
    stock: [{ color: '', size: '', quantity: 0 }],
  })
  expect(soldAs(cap)).toMatchObject({
    '@type': 'Product',
    sku: 'p1',
    offers: { price: '20000.00', availability: `${SCHEMA}/OutOfStock` },
  })
  expect(soldAs(cap)).not.toHaveProperty('color')
  expect(soldAs(aProduct())).toMatchObject({ '@type': 'Product', color: 'black', size: 'M' })
})

test('a retired product is discontinued, in every colour and size', () => {
  const stock = SHIRT.stock.map((entry) => ({ ...entry, quantity: 0 }))
  const gone = { offers: { availability: `${SCHEMA}/Discontinued` } }
  expect(soldAs({ ...SHIRT, stock, qtyAvailable: 0, retired: true })).toMatchObject({
    hasVariant: [gone, gone, gone],
  })
  expect(soldAs(aProduct({ stock: [], qtyAvailable: 0, retired: true }))).toMatchObject(gone)
})

test('what differs only in size varies only by size', () => {
  const stock = ['M', 'L'].map((size) => ({ color: 'black', size, quantity: 1 }))
  expect(soldAs(aProduct({ sizes: ['M', 'L'], stock }))).toMatchObject({ variesBy: [`${SCHEMA}/size`] })
})

test('a discount is stated with its end and the original price, while it lasts', () => {
  const discount = { type: 'percentage', amount: 25, expiresAt: ENDS } as const
  expect(soldAs(aProduct({ discount }))).toMatchObject({
    offers: {
      price: '15000.00',
      priceValidUntil: ENDS,
      priceSpecification: { priceType: `${SCHEMA}/StrikethroughPrice`, price: '20000.00' },
    },
  })
  const endless = soldAs(aProduct({ discount: { ...discount, expiresAt: null } }))
  expect(endless).not.toHaveProperty('offers.priceValidUntil')
  const over = soldAs(aProduct({ discount }), Date.parse(ENDS) + 1)
  expect(over).toHaveProperty('offers.price', '20000.00')
  expect(over).not.toHaveProperty('offers.priceValidUntil')
  expect(over).not.toHaveProperty('offers.priceSpecification')
})

test('a score is stated with one decimal, as the page shows it, and only if there is one', () => {
  expect(soldAs(aProduct({ ratings: 13 / 3, numReviews: 3 }))).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.3', reviewCount: 3 },
  })
  expect(soldAs(aProduct())).not.toHaveProperty('aggregateRating')
})

test('the breadcrumb leads here', () => {
  expect(productData(aProduct(), HERE, NOW)[1]).toEqual({
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'All Merch', item: `${HERE}/products` },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'Tees & Tops',
        item: `${HERE}/products?category=Tees+%26+Tops`,
      },
      { '@type': 'ListItem', position: 3, name: 'Eko Tee', item: `${HERE}/products/p1` },
    ],
  })
})

test('forty variants cost less than two kilobytes on the wire', () => {
  const colors = ['black', 'white', 'navy', 'olive', 'rust']
  const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL']
  const many = aProduct({
    variants: colors,
    sizes,
    discount: { type: 'fixed', amount: 500, expiresAt: ENDS },
    stock: colors.flatMap((color) => sizes.map((size) => ({ color, size, quantity: 1 }))),
  })
  const [group] = productData(many, HERE, NOW)
  expect(group).toHaveProperty('hasVariant.length', 40)
  expect(gzipSync(JSON.stringify(group)).byteLength).toBeLessThan(2_000)
})
