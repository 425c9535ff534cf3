/** Deterministic shopper requests: each address once, in the proportions of a real shop. */

import { SORTS } from '#shared/sort-order.ts'
import { mulberry32 } from '#test/support/mulberry32.ts'
import { type BenchProduct, pick, productAt } from './catalogue.ts'
import type { LoadRequest } from './load-process.ts'

/** More than any round requests, and more than the small cache of the measured shop holds. */
const ADDRESSES = 4_000
const SAMPLES = 2_000
const MISTYPED_SHARE = 0.1
const TWO_WORDS_SHARE = 0.25
const PAGE_SIZE = 48
/** From this many products on, most filters still fill a page. */
const SMALL = 10_000
/** In naira. */
const ABOVE_ALL_PRICES = 500_000

type Draw = (random: () => number, product: BenchProduct) => string

function distinct(products: number, seed: number, draw: Draw): LoadRequest[] {
  const random = mulberry32(seed)
  const sample = Array.from({ length: Math.min(products, SAMPLES) }, () =>
    productAt(Math.floor(random() * products), products),
  )
  const paths = new Set<string>()
  for (let tried = 0; tried < ADDRESSES * 4 && paths.size < ADDRESSES; tried++) {
    paths.add(draw(random, pick(random, sample)))
  }
  return [...paths].map((path) => ({ path }))
}

/** The listing's filters, sort orders and pages, including deep ones. */
function listingQuery(
  products: number,
  random: () => number,
  { category, colors, sizes }: BenchProduct,
): string {
  const query = new URLSearchParams()
  const isNarrow = random() < 0.7
  if (isNarrow) query.set('category', category)
  if (random() < 0.4) query.set('color', pick(random, colors))
  if (random() < 0.3) query.set('size', pick(random, sizes))
  if (random() < 0.2) query.set('inStock', 'true')
  if (random() < 0.1) query.set('onSale', 'true')
  if (random() < 0.5) query.set('minPrice', String(500 * Math.floor(random() * 120)))
  if (random() < 0.5) query.set('sortBy', pick(random, SORTS))
  const pages = Math.ceil(products / PAGE_SIZE / (isNarrow ? 40 : 2))
  if (random() < 0.5) query.set('page', String(1 + Math.floor(random() * pages)))
  return query.toString()
}

export const listRequests = (products: number) =>
  distinct(
    products,
    11,
    (random, product) => `/api/product?view=card&${listingQuery(products, random, product)}`,
  )

/**
 * Pages full of cards, which cause most of a page's cost. Filters of a small catalogue leave only a few cards, so it is
 * requested whole, in every sort order and below a maximum price that no product reaches.
 */
export const pageRequests = (products: number) =>
  distinct(products, 12, (random, product) =>
    products < SMALL
      ? `/products?maxPrice=${ABOVE_ALL_PRICES + 10 * Math.floor(random() * 50_000)}&sortBy=${pick(random, SORTS)}`
      : `/products?${listingQuery(products, random, product)}`,
  )

export const detailRequests = (products: number) =>
  distinct(products, 13, (_random, { id }) => `/api/product/${id}`)

export const searchRequests = (products: number) =>
  distinct(
    products,
    14,
    (random, product) => `/api/product?view=card&search=${encodeURIComponent(words(random, product))}`,
  )

/** Requests of the search box while somebody types a word. */
export const suggestRequests = (products: number) =>
  distinct(products, 15, (random, product) => {
    const typed = words(random, product)
    const begun = typed.slice(0, 2 + Math.floor(random() * (typed.length - 1)))
    return `/api/product?limit=5&search=${encodeURIComponent(begun)}&view=card`
  })

function words(random: () => number, { name, colors }: BenchProduct): string {
  const all = name.toLowerCase().split(' ')
  const one = pick(random, all)
  const typed = random() < MISTYPED_SHARE ? mistyped(random, one) : one
  return random() < TWO_WORDS_SHARE ? `${typed} ${pick(random, [...all, ...colors])}` : typed
}

/** The word with one letter missing. */
function mistyped(random: () => number, word: string): string {
  const at = 1 + Math.floor(random() * (word.length - 1))
  return word.slice(0, at) + word.slice(at + 1)
}
