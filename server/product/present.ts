import { type Entry, qtyAvailable } from '#server/catalogue-index/entry.ts'
import { cardPictures } from '#shared/colour.ts'
import type { CardProduct, Discount, Product, ProductSummary, StockEntry } from '#shared/contract/product.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { type DiscountRule, isDiscountActive } from '#shared/price.ts'
import type { ProductNotes } from '#shared/product-note.ts'

/** What the page of a product shows beyond what lists know. */
export type DetailEntry = Entry & ProductNotes & { retired: boolean }

export function presentSummary(entry: Entry, now: Date): ProductSummary {
  return {
    _id: entry.id,
    ...presentCard(entry, now),
    description: entry.description,
    category: entry.category,
    images: [...entry.images],
    sizes: [...entry.sizes],
  }
}

/** With the pictures that a card shows in a list of these colours. */
export function presentCard(entry: Entry, now: Date, colors?: readonly string[]): CardProduct {
  const images = cardPictures(entry.images, entry.colors, colors)
  return {
    id: entry.id,
    name: entry.name,
    price: nairaFromKobo(entry.priceKobo),
    image: images[0] ?? '',
    images,
    variants: [...entry.colors],
    tags: [...entry.tags],
    ratings: entry.ratingCount === 0 ? 0 : entry.ratingSum / entry.ratingCount,
    numReviews: entry.ratingCount,
    qtyAvailable: qtyAvailable(entry),
    discount: presentDiscount(entry.discount, now),
  }
}

/** The page of a retired product stays, with no stock. */
export function presentProduct({ retired, ...entry }: DetailEntry, now: Date): Product {
  const ordered = stockInOrder(entry)
  const stock = retired ? ordered.map((each) => ({ ...each, quantity: 0 })) : ordered
  const { fabric, fit, care, returns, arrival } = entry
  const notes = { fabric, fit, care, returns, arrival }
  return { ...presentSummary({ ...entry, stock }, now), ...notes, stock, ...(retired ? { retired } : {}) }
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
function stockInOrder({ colors, sizes, stock }: Entry): StockEntry[] {
  const place = (values: readonly string[], value: string) => values.indexOf(value)
  return stock.toSorted(
    (a, b) => place(colors, a.color) - place(colors, b.color) || place(sizes, a.size) - place(sizes, b.size),
  )
}
