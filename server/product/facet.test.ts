import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products, stockItems } from '#server/db/schema.ts'
import type { Facets, ProductList } from '#shared/contract/product.ts'
import { salePriceKobo } from '#shared/price.ts'
import { addProducts, type TestProduct } from '#test/support/product.ts'
import { SAME_CASES } from '#test/support/property.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const CATEGORIES = ['Tees', 'Caps', 'Hoodies']
const TAGS = ['NewIn', 'BestSellers', 'cotton']
const COLORS = ['Black', 'Red', 'Sage']
const SIZES = ['S', 'M', '10']
const WORDS = ['lagos', 'eko', 'drip']
const PRICES_NAIRA = [0, 50, 99.5, 100, 150, 200]

const some = <T>(values: readonly T[]) => fc.subarray([...values])
const made = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  tags: some(TAGS),
  words: some(WORDS),
  pairs: fc.tuple(some(COLORS), some(SIZES)).chain(([colors, sizes]) => {
    const all = (colors.length === 0 ? [''] : colors).flatMap((color) =>
      (sizes.length === 0 ? [''] : sizes).map((size) => `${color}/${size}`),
    )
    return fc.tuple(
      ...all.map((pair) =>
        fc.constantFrom<[string, number | null]>([pair, null], [pair, null], [pair, 0], [pair, 2]),
      ),
    )
  }),
  price: fc.constantFrom(100_00, 150_00, 200_00),
  percentOff: fc.constantFrom(0, 5000),
  expiresInMs: fc.constantFrom(null, -1, 60_000),
  retired: fc.nat(7).map((n) => n === 0),
})
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never

const asked = <T>(timesIn6: number, value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 6 - timesIn6, arbitrary: fc.constant(undefined) },
    { weight: timesIn6, arbitrary: value },
  )
const seldom = <T>(value: fc.Arbitrary<T>) => asked(1, value)
const often = <T>(value: fc.Arbitrary<T>) => asked(4, value)
const mostlyOne = (values: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values).map((value) => [value]) },
    { weight: 1, arbitrary: some(values) },
  )
/**
 * Colour, size and stock are frequent, since they must meet in one pair; the rest is rare, or nothing would be left to
 * count.
 */
const query = fc.record({
  search: seldom(fc.constantFrom(...WORDS)),
  category: seldom(fc.constantFrom(...CATEGORIES, 'None')),
  tag: seldom(fc.constantFrom(...TAGS)),
  color: often(mostlyOne(COLORS)),
  size: often(mostlyOne(SIZES)),
  inStock: often(fc.constant(true)),
  onSale: seldom(fc.constant(true)),
  minPrice: seldom(fc.constantFrom(...PRICES_NAIRA.slice(0, 3))),
  maxPrice: seldom(fc.constantFrom(...PRICES_NAIRA.slice(3))),
})
type Query = Partial<typeof query extends fc.Arbitrary<infer T> ? T : never>

/** A naive implementation to compare with. */
function matches(product: Made, asked: Query, now: number): boolean {
  const pairs = product.pairs.flatMap(([pair, quantity]) => {
    const [color = '', size = ''] = pair.split('/')
    return quantity === null ? [] : [{ color, size, quantity }]
  })
  const color = asked.color?.length ? asked.color : undefined
  const size = asked.size?.length ? asked.size : undefined
  const isPairAsked = color !== undefined || size !== undefined || asked.inStock === true
  const sale = saleOf(product, now)
  return (
    !product.retired &&
    (asked.search === undefined || product.words.includes(asked.search)) &&
    (asked.category === undefined || product.category === asked.category) &&
    (asked.tag === undefined || product.tags.includes(asked.tag)) &&
    (asked.onSale !== true || sale < product.price) &&
    (asked.minPrice === undefined || sale >= asked.minPrice * 100) &&
    (asked.maxPrice === undefined || sale <= asked.maxPrice * 100) &&
    (!isPairAsked ||
      pairs.some(
        (pair) =>
          (color === undefined || color.includes(pair.color)) &&
          (size === undefined || size.includes(pair.size)) &&
          pair.quantity > 0,
      ))
  )
}

function saleOf(product: Made, now: number): number {
  const expiresAtMs = product.expiresInMs === null ? null : now + product.expiresInMs
  return salePriceKobo(product.price, { type: 'percentage', value: product.percentOff, expiresAtMs }, now)
}

function stockOf(product: Made): Record<string, number> {
  return Object.fromEntries(
    product.pairs.flatMap(([pair, quantity]) => (quantity === null ? [] : [[pair, quantity]])),
  )
}

function stored(product: Made, i: number, now: number): TestProduct {
  const { category, tags, words, price, percentOff, expiresInMs, retired } = product
  return {
    id: `p${i}`,
    description: words.join(' '),
    category,
    tags,
    price,
    retired,
    discountType: 'percentage',
    discountValue: percentOff,
    discountExpiresAt: expiresInMs === null ? null : new Date(now + expiresInMs),
    stock: stockOf(product),
  }
}

function expectTrueCounts(catalogue: readonly Made[], asked: Query, list: ProductList, now: number): void {
  const matching = (query: Query) => catalogue.filter((product) => matches(product, query, now))
  const { category: _category, ...noCategory } = asked
  const { tag: _tag, ...noTag } = asked
  const { color: _color, ...noColor } = asked
  const { size: _size, ...noSize } = asked
  const { minPrice: _min, maxPrice: _max, ...noPrice } = asked
  const counts = (values: Facets['colors'], all: readonly string[], by: (value: string) => Query) => {
    for (const { value, count } of values)
      expect.soft([value, count]).toEqual([value, matching(by(value)).length])
    for (const value of all) {
      if (!values.some((facet) => facet.value === value)) expect(matching(by(value)), value).toHaveLength(0)
    }
  }
  expect(list.total).toBe(matching(asked).length)
  expect(list.products.map((product) => product.id).toSorted()).toEqual(
    matching(asked)
      .map((product) => `p${catalogue.indexOf(product)}`)
      .toSorted(),
  )
  counts(list.facets.categories, CATEGORIES, (category) => ({ ...noCategory, category }))
  counts(list.facets.tags, TAGS, (tag) => ({ ...noTag, tag }))
  counts(list.facets.colors, COLORS, (color) => ({ ...noColor, color: [color] }))
  counts(list.facets.sizes, SIZES, (size) => ({ ...noSize, size: [size] }))
  expect(list.facets.inStock).toBe(matching({ ...asked, inStock: true }).length)
  expect(list.facets.onSale).toBe(matching({ ...asked, onSale: true }).length)
  const prices = matching(noPrice).map((product) => saleOf(product, now) / 100)
  expect(list.facets.price).toEqual(
    prices.length === 0 ? { min: 0, max: 0 } : { min: Math.min(...prices), max: Math.max(...prices) },
  )
}

test('lists and counts match a naive count for any catalogue and filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(made, { minLength: 1, maxLength: 14, size: 'max' }),
      fc.array(query, { minLength: 12, maxLength: 12 }),
      async (catalogue, queries) => {
        await shop.db.delete(stockItems)
        await shop.db.delete(products)
        await addProducts(
          shop.db,
          catalogue.map((product, i) => stored(product, i, shop.clock.now)),
        )
        for (const asked of queries) {
          const parameters = new URLSearchParams(
            Object.entries(asked).flatMap(([name, value]) =>
              value === undefined ? [] : [[name, String(value)]],
            ),
          )
          const { status, body } = await shop.call('GET', `/api/product?${parameters}`)
          expect(status).toBe(200)
          expectTrueCounts(catalogue, asked, body, shop.clock.now)
        }
      },
    ),
    { ...SAME_CASES, numRuns: 25, endOnFailure: true },
  )
})

test('a chosen value stays in its facet even if nothing matches, and sizes are sorted from small to large', async () => {
  await shop.db.delete(stockItems)
  await shop.db.delete(products)
  await addProducts(shop.db, [
    {
      id: 'a',
      stock: {
        'Black/XL': 1,
        'Black/S': 1,
        'Black/10': 1,
        'Black/9.5': 1,
        'Black/One size': 1,
        'Black/M': 0,
      },
    },
    { id: 'b', category: 'Caps', stock: { 'Red/': 1 } },
  ])
  const { body } = await shop.call('GET', '/api/product?category=Nothing&color=Black,Pink&inStock=true')
  expect(body.facets.categories).toEqual([
    { value: 'Caps', count: 0 },
    { value: 'Nothing', count: 0 },
    { value: 'Tees', count: 1 },
  ])
  expect(body.facets.colors.map(({ value }: { value: string }) => value)).toEqual(['Black', 'Pink', 'Red'])
  const sizes = (await shop.call('GET', '/api/product?inStock=true')).body.facets.sizes
  expect(sizes.map(({ value, count }: { value: string; count: number }) => `${value}:${count}`)).toEqual([
    'S:1',
    'M:0',
    'XL:1',
    '9.5:1',
    '10:1',
    'One size:1',
  ])
})
