import type { Kobo } from '#shared/naira.ts'
import type { DiscountRule } from '#shared/price.ts'
import type { Row } from './row.ts'

/** The checked contents of a folder: every value is valid for the database. */
export type Catalogue = {
  products: CatalogueProduct[]
  /** Undefined when the folder has no file of places. */
  places: CataloguePlace[] | undefined
  reviews: CatalogueReview[]
}

export type CatalogueProduct = {
  row: Row
  sku: string
  name: string
  description: string
  category: string
  price: Kobo
  tags: string[]
  colors: string[]
  sizes: string[]
  /** Paths in the folder, as written in the file. */
  images: string[]
  discount: (Pick<DiscountRule, 'type' | 'value'> & { expiresAt: Date | null }) | null
  stock: StockRow[]
  addedAt: Date | undefined
}

/** Colour or size is '' where the product has no such choice. */
export type StockRow = { color: string; size: string; quantity: number }

export type CataloguePlace = { place: string; amount: Kobo }

export type CatalogueReview = {
  row: Row
  sku: string
  userName: string
  rating: number
  comment: string
  createdAt: Date
}
