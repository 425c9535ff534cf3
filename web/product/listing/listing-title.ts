import type { ProductSearch } from '#shared/product-search.ts'
import { tagLabel } from '#web/product/tag-label.ts'

/** The title of a listing: its search, else its category, else its tag; the whole shop is "All Merch". */
export function listingTitle({ search, category, tag }: ProductSearch): string {
  if (search !== undefined) return `“${search}”`
  if (category !== undefined) return category
  return tag === undefined ? 'All Merch' : tagLabel(tag)
}
