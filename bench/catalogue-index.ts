/**
 * Measures the catalogue index alone, without a database: `npx node --expose-gc bench/catalogue-index.ts [products]`.
 * Absolute times depend on the machine; compare how they grow with the catalogue and relate to each other.
 */
import { CatalogueIndex } from '#server/catalogue-index/catalogue-index.ts'
import type { Entry } from '#server/catalogue-index/entry.ts'
import type { ListQuery } from '#server/catalogue-index/filter.ts'
import { PAGE_PRODUCTS } from '#server/catalogue-index/source.ts'
import { productQuery } from '#shared/contract/product.ts'
import { catalogueChunks } from './rig/catalogue.ts'
import type { LoadRequest } from './rig/load-process.ts'
import { listRequests, searchRequests, suggestRequests } from './rig/request-list.ts'

const NOW_MS = Date.UTC(2026, 1, 1)
const RUNS = 100

const list = (text: string) =>
  text
    .slice(1, -1)
    .split(',')
    .map((value) => value.slice(1, -1))

function readProducts(products: string, stock: string): Entry[] {
  const stockOf = Map.groupBy(
    stock
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')),
    ([id = '']) => id,
  )
  return products
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [
        id = '',
        ,
        name = '',
        description = '',
        category = '',
        tags = '',
        colors = '',
        sizes = '',
        images = '',
        ...rest
      ] = line.split('\t')
      const [price, discountType, discountValue, ratingSum, ratingCount, addedAt = ''] = rest
      return {
        id,
        name,
        description,
        category,
        tags: list(tags),
        colors: list(colors),
        sizes: list(sizes),
        images: list(images),
        ratingSum: Number(ratingSum),
        ratingCount: Number(ratingCount),
        priceKobo: Number(price),
        discount:
          discountType === 'percentage'
            ? { type: discountType, value: Number(discountValue), expiresAtMs: null }
            : null,
        addedAtMs: Date.parse(addedAt),
        stock: (stockOf.get(id) ?? []).map(([, color = '', size = '', quantity]) => ({
          color,
          size,
          quantity: Number(quantity),
        })),
      }
    })
}

function memoryMb(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

/** Processor time, which depends less on other work on the machine than wall-clock time. */
function time(what: string, run: (i: number) => void): void {
  for (let i = 0; i < RUNS; i++) run(i)
  const before = process.cpuUsage()
  for (let i = 0; i < RUNS; i++) run(i)
  const { user, system } = process.cpuUsage(before)
  console.log(`${what.padEnd(44)} ${((user + system) / RUNS / 1_000).toFixed(3)} ms`)
}

const products = Number(process.argv[2] ?? 100_000)
const before = memoryMb()
const index = new CatalogueIndex()
let puttingMs = 0
let longestMs = 0
let some: Entry[] = []
for (const chunk of catalogueChunks(products)) {
  // As from a database: strings that are not slices of a longer string.
  some = JSON.parse(JSON.stringify(readProducts(chunk.products, chunk.stock)))
  for (let i = 0; i < some.length; i += PAGE_PRODUCTS) {
    const start = process.cpuUsage()
    index.put(some.slice(i, i + PAGE_PRODUCTS))
    const { user, system } = process.cpuUsage(start)
    const took = (user + system) / 1_000
    puttingMs += took
    longestMs = Math.max(longestMs, took)
  }
}
console.log(
  `${products} products put in: ${puttingMs.toFixed(0)} ms, ${PAGE_PRODUCTS} at once took ${longestMs.toFixed(1)} ms at most`,
)
const first: ListQuery = { page: 1, limit: 48 }
index.list({ ...first, search: 'lagos' }, NOW_MS)
const moved = some.slice(0, RUNS * 2)
some = []
console.log(`memory: ${(memoryMb() - before).toFixed(0)} MB`)

const CATEGORIES = ['Tees', 'Hoodies', 'Caps', 'Bags']
const COLORS = ['black', 'white', 'navy', 'olive', 'cream', 'red']
const QUERIES: Record<string, (i: number) => ListQuery> = {
  'first page': () => first,
  'last page': () => ({ ...first, page: Math.floor(products / 48) }),
  'by price, page i': (i) => ({ ...first, page: i + 1, sortBy: 'price-high-low' }),
  category: (i) => ({ ...first, category: CATEGORIES[i % 4] ?? '' }),
  'category, colour, size': (i) => ({
    ...first,
    category: CATEGORIES[i % 4] ?? '',
    color: [COLORS[i % 6] ?? ''],
    size: ['M'],
  }),
  'colours and sizes, in stock': (i) => ({
    ...first,
    color: [COLORS[i % 6] ?? '', COLORS[(i + 1) % 6] ?? ''],
    size: ['M', 'L'],
    inStock: true,
  }),
  'half of the prices': (i) => ({ ...first, minPrice: 50_000 + i, maxPrice: 135_000 }),
  'on sale, by name': () => ({ ...first, onSale: true, sortBy: 'name-a-z' }),
  'search: a word of every tenth': () => ({ ...first, search: 'hoodie' }),
  'search: a word of the descriptions': () => ({ ...first, search: 'cotton' }),
  'search: three words': () => ({ ...first, search: 'danfo washed tee' }),
  'search: two letters': (i) => ({ ...first, limit: 5, search: ['ha', 'bo', 'st', 'wa'][i % 4] ?? '' }),
  'search: one letter': () => ({ ...first, limit: 5, search: 's' }),
  'search: a name begun': () => ({ ...first, limit: 5, search: 'harmat' }),
  'search: mistyped': (i) => ({
    ...first,
    limit: 5,
    search: ['hodie', 'harmatan', 'owmabe', 'jogerr'][i % 4] ?? '',
  }),
  'search: twenty letters': () => ({
    ...first,
    search: 'a. b. c. d. e. f. g. h. i. j. k. l. m. n. o. p. q. r. s. t.',
  }),
}
for (const [what, query] of Object.entries(QUERIES)) {
  time(what, (i) => {
    index.list(query(i), NOW_MS)
  })
}
/** The requests of `npm run bench`, each with its own filters or words. */
function timeRequests(what: string, requests: readonly LoadRequest[]): void {
  const queries = requests.slice(0, RUNS).map(({ path }) => {
    const { view: _view, ...query } = productQuery.parse(
      Object.fromEntries(new URL(path, 'http://shop').searchParams),
    )
    return query
  })
  time(`${what} of the benchmark`, (i) => {
    index.list(queries[i % queries.length] ?? first, NOW_MS)
  })
}
timeRequests('lists', listRequests(products))
timeRequests('searches', searchRequests(products))
timeRequests('searches as you type', suggestRequests(products))
time('related', (i) => {
  const product = moved[i]
  if (product) index.related(product)
})
time('a change of stock', (i) => {
  const product = moved[i]
  if (product) index.put([{ ...product, stock: product.stock.slice(i % 3) }])
})
time('a change of price', (i) => {
  const product = moved[i]
  if (product) index.put([{ ...product, priceKobo: product.priceKobo + i * 100 }])
})
time('a change of name', (i) => {
  const product = moved[i]
  if (product) index.put([{ ...product, name: `${product.name} ${performance.now()}` }])
})
