import type { Kobo } from '#shared/naira.ts'
import type { DiscountRule } from '#shared/price.ts'
import type { Row } from './row.ts'

/** What a folder holds, checked: every value is one that the database takes. */
export type Catalogue = {
  products: CatalogueProduct[]
  /** Undefined: the folder says nothing of places. */
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
  /** Paths in the folder as the file has them. */
  images: string[]
  discount: (Pick<DiscountRule, 'type' | 'value'> & { expiresAt: Date | null }) | null
  stock: StockRow[]
  addedAt: Date | undefined
}

/** '' where the product has no such choice. */
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
