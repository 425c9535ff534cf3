import type { Product } from '#shared/contract/product.ts'
import { formatNaira } from '#shared/naira.ts'
import { parsePicture, socialCardAddress } from '#shared/picture.ts'
import { shownPrice } from '#shared/price.ts'
import { shop } from '#shop.config'
import { pageTitle } from '#web/page-title.ts'
import { productData } from './product-data.ts'

const SUMMARY_CHARS = 155

/** Head of a product page: what search engines and messengers show of it. `nowMs` decides whether the discount applies. */
export function productHead(product: Product, publicUrl: string, nowMs: number) {
  const { price } = shownPrice(product, nowMs)
  const picture = parsePicture(product.image)
  return {
    title: pageTitle(product.name),
    description: `${formatNaira(price)}. ${summaryOf(product)}`,
    path: `/products/${product.id}`,
    type: 'product' as const,
    // A picture that is not the shop's own has no card: the brand's is used instead.
    card: picture && { path: socialCardAddress(picture), alt: product.name },
    properties: [
      { property: 'product:price:amount', content: price.toFixed(2) },
      { property: 'product:price:currency', content: 'NGN' },
      { property: 'product:availability', content: availability(product) },
      { property: 'product:condition', content: 'new' },
      { property: 'product:brand', content: shop.brand },
      { property: 'product:retailer_item_id', content: product.id },
    ],
    data: import.meta.env.SSR ? productData(product, publicUrl, nowMs) : [],
  }
}

function availability({ retired, qtyAvailable }: Product): string {
  if (retired) return 'discontinued'
  return qtyAvailable > 0 ? 'in stock' : 'out of stock'
}

/** One line, cut between words. */
function summaryOf({ name, description, category }: Product): string {
  const line = description.replace(/\s+/g, ' ').trim()
  if (line === '') return `${name}, ${category} at ${shop.brand}.`
  if (line.length <= SUMMARY_CHARS) return line
  const cut = line.slice(0, SUMMARY_CHARS)
  const lastSpace = cut.lastIndexOf(' ')
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`
}
