/** Deterministic requests of shoppers. No address comes twice: a running number above all prices makes each new to the cache. */
import { SORTS } from '#shared/sort-order.ts'
import { mulberry32 } from '#test/support/mulberry32.ts'
import { type BenchProduct, pick, productAt } from './catalogue.ts'
import type { NextRequest } from './load.ts'

const PAGE_PRODUCTS = 48
/** In naira. */
const ABOVE_ALL_PRICES = 500_000

type Draw = (random: () => number, product: BenchProduct) => Record<string, string>

function newAddresses(path: string, products: number, seed: number, draw: Draw): NextRequest {
  const random = mulberry32(seed)
  let maxPrice = ABOVE_ALL_PRICES
  return () => {
    const product = productAt(Math.floor(random() * products))
    const query = new URLSearchParams({ ...draw(random, product), maxPrice: String(maxPrice++) })
    return { path: `${path}?${query}` }
  }
}

/** Full pages of cards in every sort order. */
export const pageRequests = (products: number) =>
  newAddresses('/products', products, 12, (random) => ({ sortBy: pick(random, SORTS) }))

/** The listing's filters, sort orders and pages. */
export const listRequests = (products: number) =>
  newAddresses('/api/product', products, 11, (random, { category, colors, sizes }) => {
    const pages = Math.ceil(products / PAGE_PRODUCTS / 40)
    return {
      view: 'card',
      ...(random() < 0.7 ? { category } : {}),
      ...(random() < 0.4 ? { color: pick(random, colors) } : {}),
      ...(random() < 0.3 ? { size: pick(random, sizes) } : {}),
      ...(random() < 0.2 ? { inStock: 'true' } : {}),
      ...(random() < 0.1 ? { onSale: 'true' } : {}),
      ...(random() < 0.5 ? { minPrice: String(500 * Math.floor(random() * 120)) } : {}),
      ...(random() < 0.5 ? { sortBy: pick(random, SORTS) } : {}),
      ...(random() < 0.5 ? { page: String(1 + Math.floor(random() * pages)) } : {}),
    }
  })

/** Full pages of a category in every sort order. */
export const sortedListRequests = (products: number) =>
  newAddresses('/api/product', products, 13, (random, { category }) => ({
    view: 'card',
    category,
    sortBy: pick(random, SORTS),
    page: String(1 + Math.floor(random() * 2)),
  }))

/** One or two words of a product's name, some in a category. */
export const searchRequests = (products: number) =>
  newAddresses('/api/product', products, 14, (random, { name, category }) => {
    const words = name.split(' ')
    return {
      view: 'card',
      search: [pick(random, words), ...(random() < 0.5 ? [pick(random, words)] : [])].join(' '),
      ...(random() < 0.3 ? { category } : {}),
    }
  })
