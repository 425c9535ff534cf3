import type { Discount } from './contract/product.ts'
import { shownPrice } from './price.ts'

export const SORTS = ['price-low-high', 'price-high-low', 'name-a-z', 'name-z-a'] as const
export type Sort = (typeof SORTS)[number]

export function isSort(value: unknown): value is Sort {
  return SORTS.includes(value as Sort)
}

/**
 * Names compare by Unicode code point of their lower-case form, as PostgreSQL does with COLLATE "C",
 * so that the server's order over all pages and the browser's order of one page are the same.
 */
export function compareNames(a: string, b: string): number {
  const left = [...a.toLowerCase()]
  const right = [...b.toLowerCase()]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

type Sortable = { name: string; price: number; discount: Discount | null }

/** Sorts a loaded page with the comparison that the server uses. Stable: ties stay in the server's order. */
export function sortProducts<T extends Sortable>(
  products: readonly T[],
  sort: Sort | undefined,
  nowMs: number,
): T[] {
  const price = (product: T) => shownPrice(product, nowMs).price
  switch (sort) {
    case 'price-low-high':
      return products.toSorted((a, b) => price(a) - price(b))
    case 'price-high-low':
      return products.toSorted((a, b) => price(b) - price(a))
    case 'name-a-z':
      return products.toSorted((a, b) => compareNames(a.name, b.name))
    case 'name-z-a':
      return products.toSorted((a, b) => compareNames(b.name, a.name))
    default:
      return [...products]
  }
}
