import type { CardProduct, Discount, Product, ProductSummary } from '#shared/contract/product.ts'
import type { StockEntry } from '#shared/contract/stock.ts'
import { CARD_PICTURES } from '#shared/limits.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { type DiscountRule, isDiscountActive } from '#shared/price.ts'
import type { IndexedCard } from './index/indexed-product.ts'

type Summary = IndexedCard & { description: string; category: string; sizes: string[] }

export type DetailRow = Omit<Summary, 'qtyAvailable'> & { retired: boolean; stock: StockEntry[] }

export function presentSummary(product: Summary, now: Date): ProductSummary {
  return {
    _id: product.id,
    ...presentCard(product, now),
    description: product.description,
    category: product.category,
    images: product.images,
    sizes: product.sizes,
  }
}

/** With the first of the pictures that it is given. */
export function presentCard(card: IndexedCard, now: Date): CardProduct {
  return {
    id: card.id,
    name: card.name,
    price: nairaFromKobo(card.priceKobo),
    image: card.images[0] ?? '',
    images: card.images.slice(0, CARD_PICTURES),
    variants: card.colors,
    tags: card.tags,
    ratings: card.ratingCount === 0 ? 0 : card.ratingSum / card.ratingCount,
    numReviews: card.ratingCount,
    qtyAvailable: card.qtyAvailable,
    discount: presentDiscount(card.discount, now),
  }
}

/** A retired product keeps its page, with no stock. */
export function presentProduct(row: DetailRow, now: Date): Product {
  const stock = stockInOrder(row).map((entry) => (row.retired ? { ...entry, quantity: 0 } : entry))
  const qtyAvailable = stock.reduce((sum, entry) => sum + entry.quantity, 0)
  return {
    ...presentSummary({ ...row, qtyAvailable }, now),
    stock,
    ...(row.retired ? { retired: true } : {}),
  }
}

/** An expired discount is not sent: a browser whose clock is behind would show it as active. */
function presentDiscount(discount: DiscountRule | null, now: Date): Discount | null {
  if (discount === null || !isDiscountActive(discount, now.getTime())) return null
  const { type, value, expiresAtMs } = discount
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
