import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facets } from '#shared/contract/product.ts'
import { salePriceKobo } from '#shared/price.ts'
import { compareNames } from '#shared/sort.ts'
import { SAME_CASES } from '#test/support/property.ts'
import { CatalogueIndex } from './catalogue-index.ts'
import type { Entry } from './entry.ts'
import type { ListQuery } from './filter.ts'

const NOW_MS = Date.UTC(2026, 10, 20)
const CATEGORIES = ['Tees', 'Caps', 'Hoodies']
const TAGS = ['NewIn', 'cotton', 'BestSellers']
const COLORS = ['Black', 'Red', 'Sage']
const SIZES = ['S', 'M', '10']
const WORDS = ['lagos', 'eko', 'drip', 'lagoon', 'zip']

const some = <T>(values: readonly T[]) => fc.subarray([...values])
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(' '))
const product = (id: string): fc.Arbitrary<Entry> =>
  fc
    .record({
      id: fc.constant(id),
      name: text,
      description: text,
      category: fc.constantFrom(...CATEGORIES),
      tags: some(TAGS),
      colors: fc.shuffledSubarray(COLORS),
      sizes: some(SIZES),
      priceKobo: fc.constantFrom(100_00, 150_00, 150_50, 200_00),
      discount: fc.option(
        fc.record({
          type: fc.constantFrom('fixed' as const, 'percentage' as const),
          value: fc.constantFrom(0, 2_500, 9_000),
          expiresAtMs: fc.constantFrom(null, NOW_MS - 1, NOW_MS, NOW_MS + 50, NOW_MS + 100),
        }),
      ),
      addedAtMs: fc.constantFrom(1, 2, 3),
      images: some(['/a.jpg', '/b.jpg']),
      ratingSum: fc.nat(50),
      ratingCount: fc.nat(10),
    })
    .chain((one) => stockOf(one).map((stock) => ({ ...one, stock })))

function stockOf({ colors, sizes }: Pick<Entry, 'colors' | 'sizes'>): fc.Arbitrary<Entry['stock']> {
  const pairs = (colors.length === 0 ? [''] : colors).flatMap((color) =>
    (sizes.length === 0 ? [''] : sizes).map((size) => ({ color, size })),
  )
  return some(pairs).chain((stocked) =>
    fc.tuple(...stocked.map((pair) => fc.constantFrom(0, 2).map((quantity) => ({ ...pair, quantity })))),
  )
}

const IDS = Array.from({ length: 12 }, (_, i) => `p${String(i).padStart(2, '0')}`)
type Change = { products: Entry[]; gone: string[] }
const change: fc.Arbitrary<Change> = fc.record({
  products: some(IDS).chain((ids) => fc.tuple(...ids.map(product))),
  gone: fc.subarray(IDS, { maxLength: 2 }),
})
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const query = fc
  .record({
    ids: seldom(fc.subarray([...IDS, 'none'])),
    search: seldom(fc.constantFrom(...WORDS, 'lag', 'eko drip', 'cot eko', 'black', 're sage')),
    category: seldom(fc.constantFrom(...CATEGORIES, 'None')),
    tag: seldom(fc.constantFrom(...TAGS)),
    color: seldom(fc.shuffledSubarray(COLORS, { minLength: 1 })),
    size: seldom(some(SIZES)),
    inStock: seldom(fc.boolean()),
    onSale: seldom(fc.boolean()),
    minPrice: seldom(fc.constantFrom(0, 50, 110)),
    maxPrice: seldom(fc.constantFrom(112.5, 150, 150.49, 200)),
    sortBy: seldom(
      fc.constantFrom(
        'price-low-high' as const,
        'price-high-low' as const,
        'name-a-z' as const,
        'name-z-a' as const,
      ),
    ),
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.constantFrom(1, 3, 100),
  })
  .map(
    (asked) =>
      Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as ListQuery,
  )

function saleOf(one: Entry, nowMs: number): number {
  return salePriceKobo(one.priceKobo, one.discount, nowMs)
}

function hasPair(one: Entry, color: readonly string[], size: readonly string[]): boolean {
  return one.stock.some(
    (pair) =>
      pair.quantity > 0 &&
      (color.length === 0 || color.includes(pair.color)) &&
      (size.length === 0 || size.includes(pair.size)),
  )
}

/** The first place with the exact word, or else with the prefix. search.test.ts covers what else a search finds. */
function rankOf(one: Entry, word: string): number | undefined {
  const labels = [one.category, ...one.tags].join(' ')
  const places = [one.name, labels, one.colors.join(' '), one.description].map((each) =>
    each.toLowerCase().split(' '),
  )
  const exact = places.findIndex((words) => words.includes(word) || words.includes(`${word}s`))
  if (exact !== -1) return exact
  const begun = places.findIndex((words) => words.some((each) => each.startsWith(word)))
  return begun === -1 ? undefined : 100 + begun
}

function searchRank(one: Entry, search: string | undefined): number | undefined {
  if (search === undefined) return 0
  const ranks = search.split(' ').map((word) => rankOf(one, word))
  return ranks.includes(undefined) ? undefined : ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0)
}

function matches(one: Entry, asked: ListQuery, nowMs: number): boolean {
  const { ids, category, tag, color = [], size = [], inStock, onSale, minPrice, maxPrice } = asked
  const sale = saleOf(one, nowMs)
  const isPairAsked = inStock === true || color.length > 0 || size.length > 0
  return (
    (ids === undefined || ids.includes(one.id)) &&
    (category === undefined || one.category === category) &&
    (tag === undefined || one.tags.includes(tag)) &&
    (!isPairAsked || hasPair(one, color, size)) &&
    (onSale !== true || sale < one.priceKobo) &&
    (minPrice === undefined || sale >= minPrice * 100) &&
    (maxPrice === undefined || sale <= maxPrice * 100) &&
    searchRank(one, asked.search) !== undefined
  )
}

function sorted(list: readonly Entry[], { sortBy, search }: ListQuery, nowMs: number): string[] {
  const newest = (a: Entry, b: Entry) => b.addedAtMs - a.addedAtMs || (a.id < b.id ? 1 : -1)
  const by = {
    'price-low-high': (a: Entry, b: Entry) => saleOf(a, nowMs) - saleOf(b, nowMs),
    'price-high-low': (a: Entry, b: Entry) => saleOf(b, nowMs) - saleOf(a, nowMs),
    'name-a-z': (a: Entry, b: Entry) => compareNames(a.name, b.name),
    'name-z-a': (a: Entry, b: Entry) => compareNames(b.name, a.name),
    rank: (a: Entry, b: Entry) => (searchRank(a, search) ?? 0) - (searchRank(b, search) ?? 0),
  }[sortBy ?? 'rank']
  return list.toSorted((a, b) => by(a, b) || newest(a, b)).map(({ id }) => id)
}

function without(asked: ListQuery, ...left: (keyof ListQuery)[]): ListQuery {
  return Object.fromEntries(
    Object.entries(asked).filter(([name]) => !left.includes(name as keyof ListQuery)),
  ) as ListQuery
}

function expectTrue(products: readonly Entry[], asked: ListQuery, index: CatalogueIndex, nowMs: number) {
  const matching = (query: ListQuery) => products.filter((one) => matches(one, query, nowMs))
  const { entries, total, facets } = index.list(asked, nowMs)
  const all = matching(asked)
  const start = (asked.page - 1) * asked.limit
  expect(total).toBe(all.length)
  const ids = sorted(all, asked, nowMs).slice(start, start + asked.limit)
  expect(entries).toEqual(ids.map((id) => all.find((one) => one.id === id)))
  const searched = products.filter((one) => searchRank(one, asked.search) !== undefined)
  const ofCategory = searched.filter((one) => asked.category === undefined || one.category === asked.category)
  const counts = (
    values: Facets['colors'],
    of: (one: Entry) => readonly string[],
    chosen: readonly string[],
    by: (value: string) => ListQuery,
    among = searched,
  ) => {
    const offered = new Set([...among.flatMap(of), ...chosen])
    expect(Object.fromEntries(values.map(({ value, count }) => [value, count]))).toEqual(
      Object.fromEntries([...offered].map((value) => [value, matching(by(value)).length])),
    )
  }
  const { category, tag, color = [], size = [] } = asked
  counts(
    facets.categories,
    (one) => [one.category],
    category ? [category] : [],
    (value) => ({
      ...asked,
      category: value,
    }),
  )
  counts(
    facets.tags,
    (one) => one.tags.filter((name) => products.filter(({ tags }) => tags.includes(name)).length >= 3),
    tag ? [tag] : [],
    (value) => ({ ...asked, tag: value }),
  )
  counts(
    facets.colors,
    (one) => one.colors,
    color,
    (value) => ({ ...asked, color: [value] }),
    ofCategory,
  )
  counts(
    facets.sizes,
    (one) => one.sizes,
    size,
    (value) => ({ ...asked, size: [value] }),
    ofCategory,
  )
  expect(facets.inStock).toBe(matching({ ...asked, inStock: true }).length)
  expect(facets.onSale).toBe(matching({ ...asked, onSale: true }).length)
  const prices = matching(without(asked, 'minPrice', 'maxPrice')).map((one) => saleOf(one, nowMs) / 100)
  expect(facets.price).toEqual({
    min: prices.length === 0 ? 0 : Math.min(...prices),
    max: prices.length === 0 ? 0 : Math.max(...prices),
  })
}

test('after any changes and at any time the index matches a filter over all products', {
  tags: ['5.36'],
}, () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(change, fc.constantFrom(0, 51, 200), fc.array(query, { minLength: 3, maxLength: 5 })),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      (steps) => {
        const index = new CatalogueIndex()
        const known = new Map<string, Entry>()
        for (const [{ products, gone }, laterMs, queries] of steps) {
          index.put(products)
          index.remove(gone)
          for (const one of products) known.set(one.id, one)
          for (const id of gone) known.delete(id)
          // Products whose texts stay are brought up to date in place.
          const changed = [...known.values()].slice(0, 2).map((one) => ({
            ...one,
            priceKobo: one.priceKobo + 50,
            stock: one.stock.slice(1),
            ratingSum: one.ratingSum + 5,
            ratingCount: one.ratingCount + 1,
          }))
          index.put(changed)
          for (const one of changed) known.set(one.id, one)
          // Repeat the queries from before the change: their facets may be cached.
          const again = steps[0]?.[2] ?? []
          for (const asked of [...queries, ...again]) {
            expectTrue([...known.values()], asked, index, NOW_MS + laterMs)
          }
        }
      },
    ),
    { ...SAME_CASES, numRuns: 80 },
  )
})
