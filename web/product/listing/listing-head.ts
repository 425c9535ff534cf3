import type { CardList } from '#shared/contract/product.ts'
import { PAGE_SIZE } from '#shared/limits.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { shop } from '#shop.config'
import { stringifyAddress } from '#web/data/address.ts'
import { tagLabel } from '#web/item/tag-label.ts'
import { pageTitle } from '#web/page-title.ts'
import { breadcrumbData } from '#web/product/breadcrumb-data.ts'

type ShownList = Pick<CardList, 'products' | 'page'>

/**
 * Head of a listing. Search engines should index categories, tags and their pages, not every mix of filters. The canonical
 * address contains the filters and the page, and nothing else that the visitor's address had; another sort order is the
 * same list. `list` is absent while it is loading.
 */
export function listingHead(search: ProductSearch, list: ShownList | undefined, publicUrl: string) {
  const { sortBy: _sortBy, ...canonical } = search
  const { page = 1, category, tag, ...finer } = canonical
  const name = listingTitle(search)
  const isNarrow = Object.keys(finer).length > 0 || (category !== undefined && tag !== undefined)
  const isIndexed = !isNarrow && list?.products.length !== 0
  return {
    title: pageTitle(`${name}${page > 1 ? `, page ${page}` : ''}`),
    description: `${name} at ${shop.brand}. ${shop.tagline}`,
    path: `/products${stringifyAddress(canonical)}`,
    isIndexed,
    data: import.meta.env.SSR && isIndexed && list ? listingData(search, list, publicUrl) : [],
  }
}

/** The list for search engines: its products, numbered across pages, and the breadcrumb. */
function listingData(search: ProductSearch, { products, page }: ShownList, publicUrl: string) {
  const { category, tag } = search
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: listingTitle(search),
    itemListElement: products.map(({ id }, place) => ({
      '@type': 'ListItem',
      position: (page - 1) * PAGE_SIZE + place + 1,
      url: `${publicUrl}/products/${id}`,
    })),
  }
  if (category === undefined && tag === undefined) return [list]
  return [list, breadcrumbData([[listingTitle(search), stringifyAddress({ category, tag })]], publicUrl)]
}

/** The title of a listing: its search, else its category, else its tag; the whole shop is "All Merch". */
export function listingTitle({ search, category, tag }: ProductSearch): string {
  if (search !== undefined) return `“${search}”`
  if (category !== undefined) return category
  return tag === undefined ? 'All Merch' : tagLabel(tag)
}
