import type { Discount } from './contract/product.ts'
import { foldCase } from './fold.ts'
import { shownPrice } from './price.ts'
import type { Sort } from './sort-order.ts'

/** Longer numbers are sorted as text. */
const NUMBER_DIGITS = 12

/**
 * What names are sorted by: without accents and capitals, "Àdìrẹ" at A, and numbers by amount, "Look 2" before "Look 10". A plain
 * text, not a collator: the order of all pages on the server and of one page in the browser must not depend on their versions of
 * Unicode's tables.
 */
export function nameKey(name: string): string {
  return foldCase(name).replace(/\d+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0'))
}

export function compareNames(a: string, b: string): number {
  return compareCodePoints(nameKey(a), nameKey(b))
}

/** Texts as they are spelt. A hundred thousand are sorted: they are not split into their code points. */
export function compareCodePoints(left: string, right: string): number {
  const common = Math.min(left.length, right.length)
  for (let i = 0; i < common; i++) {
    const difference = rankOf(left.charCodeAt(i)) - rankOf(right.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Surrogates stand for code points beyond all single units. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
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
      return [...products].sort((a, b) => price(a) - price(b))
    case 'price-high-low':
      return [...products].sort((a, b) => price(b) - price(a))
    case 'name-a-z':
      return [...products].sort((a, b) => compareNames(a.name, b.name))
    case 'name-z-a':
      return [...products].sort((a, b) => compareNames(b.name, a.name))
    default:
      return [...products]
  }
}
