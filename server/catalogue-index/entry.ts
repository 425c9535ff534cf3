import type { StockEntry } from '#shared/contract/product.ts'
import type { DiscountRule } from '#shared/price.ts'

/** A listed product as the index holds it: all that lists filter, sort and search by, and all that they show of it. */
export type Entry = {
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
  ratingSum: number
  ratingCount: number
  /** By colour and size, '' where there is no such choice; only those that the product still comes in. */
  stock: readonly StockEntry[]
}

export const qtyAvailable = ({ stock }: Pick<Entry, 'stock'>) =>
  stock.reduce((sum, { quantity }) => sum + quantity, 0)
