import type { ProductSearch } from '#shared/product-search.ts'
import { shop } from '#shop.config'
import { stringifyAddress } from '#web/data/address.ts'
import { listingTitle } from './listing-title.ts'

/** Head of a listing. Search engines are to keep categories, tags and their pages, not every mix of filters. */
export function listingHead(search: ProductSearch, publicUrl: string) {
  const { category, tag, page, ...finer } = search
  const title = `${listingTitle(search)}${page ? `, page ${page}` : ''} | ${shop.brand}`
  const address = `${publicUrl}/products${stringifyAddress({ category, tag, page })}`
  const description = `${listingTitle(search)} at ${shop.brand}. ${shop.tagline}`
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      ...(Object.keys(finer).length > 0 ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    ],
    links: [{ rel: 'canonical', href: address }],
  }
}
