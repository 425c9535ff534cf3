import type { CardProduct, Discount, Product, ProductSummary } from '#shared/contract/product.ts'
import { CARD_PICTURES } from '#shared/limits.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { isDiscountActive } from '#shared/price.ts'
import type { StockEntry } from '#shared/purchase.ts'

export type CardRow = {
  id: string
  name: string
  tags: string[]
  colors: string[]
  images: string[]
  price: number
  discountType: Discount['type'] | null
  discountValue: number | null
  discountExpiresAtMs: number | null
  ratingSum: number
  ratingCount: number
}

export type SummaryRow = CardRow & { description: string; category: string; sizes: string[] }

export type DetailRow = SummaryRow & { retired: boolean; stock: StockEntry[] }

export function presentSummary(row: SummaryRow, qtyAvailable: number, now: Date): ProductSummary {
  return {
    _id: row.id,
    ...presentCard(row, qtyAvailable, now),
    description: row.description,
    category: row.category,
    images: row.images,
    sizes: row.sizes,
  }
}

export function presentCard(row: CardRow, qtyAvailable: number, now: Date): CardProduct {
  return {
    id: row.id,
    name: row.name,
    price: nairaFromKobo(row.price),
    image: row.images[0] ?? '',
    images: row.images.slice(0, CARD_PICTURES),
    variants: row.colors,
    tags: row.tags,
    ratings: row.ratingCount === 0 ? 0 : row.ratingSum / row.ratingCount,
    numReviews: row.ratingCount,
    qtyAvailable,
    discount: presentDiscount(row, now),
  }
}

/** A retired product keeps its page, with no stock. */
export function presentProduct(row: DetailRow, now: Date): Product {
  const stock = stockInOrder(row).map((entry) => (row.retired ? { ...entry, quantity: 0 } : entry))
  const qtyAvailable = stock.reduce((sum, entry) => sum + entry.quantity, 0)
  return { ...presentSummary(row, qtyAvailable, now), stock, ...(row.retired ? { retired: true } : {}) }
}

/** An expired discount is not sent: a browser whose clock is behind would show it as active. */
function presentDiscount(row: CardRow, now: Date): Discount | null {
  const { discountType: type, discountValue: value, discountExpiresAtMs: expiresAtMs } = row
  if (type === null || value === null) return null
  if (!isDiscountActive({ expiresAtMs }, now.getTime())) return null
  return {
    type,
    amount: value / 100,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
  }
}

/** In the order of the product's own colours and sizes. */
function stockInOrder({ colors, sizes, stock }: DetailRow): StockEntry[] {
  const place = (values: readonly string[], value: string) => values.indexOf(value)
  return stock.toSorted(
    (a, b) => place(colors, a.color) - place(colors, b.color) || place(sizes, a.size) - place(sizes, b.size),
  )
}
