import type { DiscountRule } from '#shared/price.ts'

/** What the index needs to know about a product. */
export type IndexedProduct = {
  id: string
  name: string
  category: string
  tags: readonly string[]
  colors: readonly string[]
  sizes: readonly string[]
  description: string
  images: readonly string[]
  priceKobo: number
  discount: DiscountRule | null
  addedAtMs: number
  retired: boolean
  /** Colour and size of what is in stock; '' where there is no such choice. */
  inStock: readonly (readonly [color: string, size: string])[]
  /** The total available over all colours and sizes. */
  qtyAvailable: number
  ratingSum: number
  ratingCount: number
}

/** What a card shows of a product. */
export type IndexedCard = {
  id: string
  name: string
  tags: string[]
  colors: string[]
  /** Those that it shows. */
  images: string[]
  priceKobo: number
  discount: DiscountRule | null
  ratingSum: number
  ratingCount: number
  qtyAvailable: number
}

/**
 * A hash of everything that does not change while a product keeps its ordinal: words, values, pictures, and its place by
 * name and by age. 53 bits: an accidental collision between two versions of one product is out of reach.
 */
export function contentKey(product: IndexedProduct): number {
  const { name, category, tags, colors, sizes, description, images, addedAtMs } = product
  const text = JSON.stringify([name, category, tags, colors, sizes, description, images, addedAtMs])
  // cyrb53, by bryc (public domain).
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
