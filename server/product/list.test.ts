import { describe, expect, test, vi } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import {
  type CardProduct,
  cardList,
  type ProductList,
  type ProductSummary,
  productList,
} from '#shared/contract/product.ts'
import { compareNames } from '#shared/sort.ts'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const NAIRA = 100
const shop = openShopScene(async () => {
  const soon = new Date(shop.clock.now + 10_900)
  const past = new Date(shop.clock.now - 1)
  const now = new Date(shop.clock.now)
  await addProducts(shop.db, [
    {
      id: 'tee',
      name: 'eko Tee',
      price: 10_000 * NAIRA,
      tags: ['NewIn', 'cotton'],
      images: ['/a.jpg', '/b.jpg', '/c.jpg'],
      ratingSum: 13,
      ratingCount: 3,
      stock: { 'Black/M': 0, 'Black/L': 2, 'Red/M': 3 },
    },
    { id: 'cap', name: 'Àgbà Cap', category: 'Caps', price: 9_000 * NAIRA, stock: { 'Black/': 12 } },
    {
      id: 'half',
      name: 'Bag',
      category: 'Totes',
      price: 16_000 * NAIRA,
      discountType: 'percentage',
      discountValue: 50_00,
      discountExpiresAt: soon,
      stock: { '/': 0 },
    },
    {
      id: 'less',
      name: 'Ankara Shirt',
      price: 9_500 * NAIRA,
      discountType: 'fixed',
      discountValue: 500_50,
      discountExpiresAt: now,
      stock: { 'Red/M': 1, 'Red/L': 0 },
    },
    {
      id: 'was-less',
      name: 'Zip',
      category: 'Hoodies',
      price: 20_000 * NAIRA,
      discountType: 'fixed',
      discountValue: 15_000 * NAIRA,
      discountExpiresAt: past,
    },
    {
      id: 'free',
      name: 'sticker',
      category: 'Extras',
      price: 500 * NAIRA,
      discountType: 'fixed',
      discountValue: 900 * NAIRA,
    },
    {
      id: 'nothing-off',
      name: 'Pin',
      category: 'Extras',
      price: 700 * NAIRA,
      discountType: 'percentage',
      discountValue: 0,
    },
    { id: 'old', retired: true, tags: ['NewIn'], stock: { 'Black/M': 5 } },
  ])
})

async function list(query: string): Promise<ProductList> {
  const { status, body } = await shop.call('GET', `/api/product?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return productList.parse(body)
}
const ids = async (query: string) => (await list(query)).products.map((product) => product.id)

test('without a filter: every listed product, newest first', { tags: ['3.3', '9.9'] }, async () => {
  expect(await list('')).toMatchObject({ total: 7, totalPages: 1, page: 1, limit: 48 })
  expect(await ids('')).toEqual(['tee', 'cap', 'half', 'less', 'was-less', 'free', 'nothing-off'])
})

test('a product is returned with all its fields, in naira', { tags: ['3.1', '3.2'] }, async () => {
  const [tee, , half] = (await list('')).products
  expect(tee).toEqual({
    _id: 'tee',
    id: 'tee',
    name: 'eko Tee',
    description: '',
    price: 10_000,
    category: 'Tees',
    image: '/a.jpg',
    images: ['/a.jpg', '/b.jpg', '/c.jpg'],
    variants: ['Black', 'Red'],
    sizes: ['M', 'L'],
    tags: ['NewIn', 'cotton'],
    ratings: 13 / 3,
    numReviews: 3,
    qtyAvailable: 5,
    discount: null,
  } satisfies ProductSummary)
  expect(half).toMatchObject({
    image: '',
    discount: { type: 'percentage', amount: 50, expiresAt: '2026-11-20T09:00:10.900Z' },
  })
})

test('view=card returns the same list with only what a card shows of each product', {
  tags: ['3.1'],
}, async () => {
  const { status, body } = await shop.call('GET', '/api/product?tag=cotton&view=card')
  expect(status).toBe(200)
  expect(cardList.parse(body)).toEqual(body)
  expect(body.products).toEqual([
    {
      id: 'tee',
      name: 'eko Tee',
      price: 10_000,
      image: '/a.jpg',
      images: ['/a.jpg', '/b.jpg'],
      variants: ['Black', 'Red'],
      tags: ['NewIn', 'cotton'],
      ratings: 13 / 3,
      numReviews: 3,
      qtyAvailable: 5,
      discount: null,
    } satisfies CardProduct,
  ])
  const { products: _whole, ...around } = await list('tag=cotton')
  expect(body).toMatchObject(around)
  expect((await list('tag=cotton&view=')).products[0]).toHaveProperty('description')
})

test('an expired discount is not sent; one in its last millisecond is', {
  tags: ['3.2', '5.35'],
}, async () => {
  const { products } = await list('')
  const discount = (id: string) => products.find((product) => product.id === id)?.discount
  expect(discount('was-less')).toBeNull()
  expect(discount('less')).toMatchObject({ type: 'fixed', amount: 500.5 })
})

describe('filters', () => {
  test.each([
    ['tag=NewIn', ['tee']],
    ['ids=cap,none,tee', ['tee', 'cap']],
    ['ids=', ['tee', 'cap', 'half', 'less', 'was-less', 'free', 'nothing-off']],
    ['category=Caps', ['cap']],
    ['category=Caps&tag=cotton', []],
    ['color=Black,Red', ['tee', 'cap', 'less']],
    ['color=Black&color=Red', ['tee', 'cap', 'less']],
    ['size=L', ['tee']],
    ['size=M,L', ['tee', 'less']],
    ['color=Red&size=L', []],
    ['color=Black&size=M&inStock=true', []],
    ['color=Black&size=M', []],
    ['color=Black,Red&size=M&inStock=true', ['tee', 'less']],
    ['inStock=true', ['tee', 'cap', 'less']],
    ['inStock=false', ['tee', 'cap', 'half', 'less', 'was-less', 'free', 'nothing-off']],
    ['onSale=true', ['half', 'less', 'free']],
    ['minPrice=8999.5&maxPrice=9000', ['cap', 'less']],
    ['minPrice=8000&maxPrice=8000', ['half']],
    ['minPrice=20000', ['was-less']],
    ['minPrice=8999.505&maxPrice=8999.999', []],
    ['minPrice=&maxPrice=&tag=&color=&sortBy=&page=&limit=&inStock=&category=Caps', ['cap']],
    ['utm_source=whatsapp&__proto__=1&category=Caps', ['cap']],
  ])('%s', { tags: ['7.11'] }, async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })
})

describe('sorting', () => {
  test.each([
    ['price-low-high', ['free', 'nothing-off', 'half', 'less', 'cap', 'tee', 'was-less']],
    ['price-high-low', ['was-less', 'tee', 'cap', 'less', 'half', 'nothing-off', 'free']],
  ])('%s sorts by the current sale price', async (sort, expected) => {
    expect(await ids(`sortBy=${sort}`)).toEqual(expected)
  })

  test('names are compared as in the browser, accents and capitals included', async () => {
    const names = async (sort: string) =>
      (await list(`sortBy=${sort}`)).products.map((product) => product.name)
    const expected = ['Àgbà Cap', 'Ankara Shirt', 'Bag', 'eko Tee', 'Pin', 'sticker', 'Zip']
    expect(await names('name-a-z')).toEqual(expected)
    expect(await names('name-a-z')).toEqual(expected.toSorted(compareNames))
    expect(await names('name-z-a')).toEqual(expected.toReversed())
  })

  test('it sorts the whole result, not the page', { tags: ['7.12'] }, async () => {
    expect(await ids('sortBy=price-low-high&limit=2&page=3')).toEqual(['cap', 'tee'])
  })
})

describe('pages', () => {
  test('together contain every product once, the last one the remainder', { tags: ['7.13'] }, async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`limit=3&page=${page}`)))
    expect(pages.map((page) => page.products.length)).toEqual([3, 3, 1])
    expect(new Set(pages.flatMap((page) => page.products.map((product) => product.id))).size).toBe(7)
    expect(pages[2]).toMatchObject({ total: 7, totalPages: 3, page: 3, limit: 3 })
  })

  test.each(['page=2', `page=${Number.MAX_SAFE_INTEGER}&limit=100`])(
    'past the end (%s) there is an empty list with the true total',
    { tags: ['7.14'] },
    async (query) => {
      expect(await list(query)).toMatchObject({ products: [], total: 7, totalPages: 1 })
    },
  )

  test('an empty result has no pages', async () => {
    expect(await list('category=None')).toMatchObject({ products: [], total: 0, totalPages: 0 })
  })
})

test.each([
  ['page=0', 'page'],
  ['page=abc', 'page'],
  ['page=9007199254740993', 'page'],
  ['limit=101', 'limit'],
  ['minPrice=abc', 'minPrice'],
  ['maxPrice=Infinity', 'maxPrice'],
  ['maxPrice=99999999999', 'maxPrice'],
  ['minPrice=10&maxPrice=9.99', 'minPrice'],
  ['sortBy=newest', 'sortBy'],
  ['view=full', 'view'],
  ['inStock=yes', 'inStock'],
  ['onSale=1', 'onSale'],
  ['tag=a%00b', 'tag'],
  [`size=${'X,'.repeat(700)}`, 'size'],
])('%s is refused with a message for %s', async (query, field) => {
  const { status, body, headers } = await shop.call('GET', `/api/product?${query}`)
  expect(status).toBe(400)
  expect(body.code).toBe('VALIDATION')
  expect(Object.keys(body.fields)).toEqual([field])
  expect(body.message).toBe(body.fields[field])
  expect(headers.get('cache-control')).toBe('no-store')
})

test('browsers ask for a list again each time, caches on the way soon, and sooner when a discount in it ends', async () => {
  const allowed = async (query: string) =>
    (await shop.call('GET', `/api/product?${query}`)).headers.get('cache-control')
  expect(await allowed('category=Caps')).toBe('public, max-age=0, s-maxage=7, stale-while-revalidate=7')
  expect(await allowed('category=Totes')).toBe('public, max-age=0, s-maxage=4, stale-while-revalidate=4')
  expect(await allowed('category=Tees')).toBe('public, max-age=0, s-maxage=0, stale-while-revalidate=0')
})

test('while the index may be behind, cards are read from the database', async () => {
  vi.spyOn(shop.productIndex, 'isCurrent').mockReturnValue(false)
  await shop.db.update(products).set({ price: 7_654_300 })
  const response = await shop.ask('/api/product?view=card')
  const { products: cards } = (await response.json()) as { products: { price: number }[] }
  expect(new Set(cards.map(({ price }) => price))).toEqual(new Set([76_543]))
})
