import type { Kobo } from '#shared/naira.ts'
import type { DiscountRule } from '#shared/price.ts'
import type { ProductNotes } from '#shared/product-note.ts'
import type { Row } from './finding.ts'

/** The checked contents of a folder: every value is valid for the database. */
export type Catalogue = {
  products: CatalogueProduct[]
  /** Undefined when the folder has no file of places. */
  places: CataloguePlace[] | undefined
  reviews: CatalogueReview[]
}

/** What is undefined is not named in the file: it stays unchanged for a product of the shop, and a new product has none. */
export type CatalogueProduct = { [Note in keyof ProductNotes]?: ProductNotes[Note] | undefined } & {
  row: Row
  sku: string
  name: string
  category: string
  price: Kobo
  description: string | undefined
  tags: string[] | undefined
  colors: string[] | undefined
  sizes: string[] | undefined
  /** Paths in the folder, as written in the file. */
  images: string[] | undefined
  /** Null ends the discount. */
  discount: CatalogueDiscount | null | undefined
  stock: StockRow[] | undefined
  addedAt: Date | undefined
}

/** Null is a discount without an end; undefined means the end of the one before, if that is still ahead. */
export type CatalogueDiscount = Pick<DiscountRule, 'type' | 'value'> & { expiresAt: Date | null | undefined }

/** What the shop holds of a product, where a file that does not name it is judged by it. */
export type KnownProduct = {
  tags: string[]
  colors: string[]
  sizes: string[]
  images: string[]
  discountType: DiscountRule['type'] | null
  discountValue: number | null
  discountExpiresAt: Date | null
}

/** Colour or size is '' where the product has no such choice. */
export type StockRow = { color: string; size: string; quantity: number }

/** `states` and `areas` as in the table of places. */
export type CataloguePlace = { place: string; amount: Kobo; states: string[]; areas: string[] }

export type CatalogueReview = {
  row: Row
  sku: string
  userName: string
  rating: number
  comment: string
  createdAt: Date
}
