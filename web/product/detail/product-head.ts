import { colourAskedFor, firstImage, imagesOfColour } from '#shared/colour.ts'
import type { Product, StockEntry } from '#shared/contract/product.ts'
import { formatNaira } from '#shared/naira.ts'
import { parsePicture, socialCardAddress } from '#shared/picture.ts'
import { shownPrice } from '#shared/price.ts'
import { shop } from '#shop.config'
import { stringifyAddress } from '#web/data/address.ts'
import { pageTitle } from '#web/page-title.ts'
import { breadcrumbData } from '#web/product/breadcrumb-data.ts'
import type { WantedChoice } from './wanted-choice.ts'

const SUMMARY_CHARS = 155

/**
 * Head of a product page: what search engines and messengers show of it, in the colour that the link asks for. `nowMs` decides
 * whether the discount applies.
 */
export function productHead(
  product: Product,
  publicUrl: string,
  nowMs: number,
  { color: asked = '' }: WantedChoice = {},
) {
  const { price } = shownPrice(product, nowMs)
  const color = colourAskedFor(product.variants, [asked])
  const picture = parsePicture(color === undefined ? product.image : firstImage(product, color))
  return {
    title: pageTitle(product.name),
    description: `${formatNaira(price)}. ${summaryOf(product)}`,
    path: `/products/${product.id}`,
    type: 'product' as const,
    // A picture that is not the shop's own has no card: the brand's is used instead.
    card: picture && {
      path: socialCardAddress(picture),
      alt: color === undefined ? product.name : `${product.name} in ${color}`,
    },
    properties: [
      { property: 'product:price:amount', content: price.toFixed(2) },
      { property: 'product:price:currency', content: 'NGN' },
      { property: 'product:availability', content: availabilityWords(product) },
      { property: 'product:condition', content: 'new' },
      { property: 'product:brand', content: shop.brand },
      { property: 'product:retailer_item_id', content: product.id },
    ],
    data: import.meta.env.SSR ? productData(product, publicUrl, nowMs) : [],
  }
}

function availabilityWords({ retired, qtyAvailable }: Product): string {
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

const SCHEMA = 'https://schema.org'

/**
 * A product for search engines, and its breadcrumb: each colour and size that is made, with its current price and
 * availability. It states nothing that the page does not show: no review texts, which load on demand, no delivery fee,
 * which depends on the place, and no return period, which the shop does not promise.
 */
export function productData(product: Product, publicUrl: string, nowMs: number): object[] {
  const { id, name, category } = product
  return [
    { '@context': SCHEMA, ...soldAs(product, publicUrl, nowMs) },
    breadcrumbData(
      [
        [category, stringifyAddress({ category })],
        [name, `/${id}`],
      ],
      publicUrl,
    ),
  ]
}

function soldAs(product: Product, publicUrl: string, nowMs: number): object {
  const { id, name, variants: colors, sizes, images, stock } = product
  const url = `${publicUrl}/products/${id}`
  const offer = offerOf(product, url, nowMs)
  const pictures = images.map((image) => new URL(image, publicUrl).href)
  const common = {
    name,
    url,
    category: product.category,
    brand: { '@type': 'Brand', name: shop.brand },
    ...(product.description === '' ? {} : { description: product.description }),
    ...ratingOf(product),
  }
  if (stock.length <= 1) {
    return {
      '@type': 'Product',
      ...common,
      sku: id,
      image: pictures,
      ...(stock[0] ? choiceOf(stock[0]) : {}),
      offers: { ...offer, availability: availability(product, product.qtyAvailable) },
    }
  }
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: id,
    image: pictures,
    variesBy: [...(colors.length > 1 ? ['color'] : []), ...(sizes.length > 1 ? ['size'] : [])].map(
      (property) => `${SCHEMA}/${property}`,
    ),
    hasVariant: stock.map((entry) => ({
      '@type': 'Product',
      name: [name, entry.color, entry.size].filter(Boolean).join(', '),
      sku: [id, entry.color, entry.size].filter(Boolean).join('-').replace(/\s+/g, '-'),
      image: imagesOfColour(pictures, colors.length, Math.max(0, colors.indexOf(entry.color)))[0],
      ...choiceOf(entry),
      offers: {
        ...offer,
        url: `${url}?${new URLSearchParams(choiceOf(entry))}`,
        availability: availability(product, entry.quantity),
      },
    })),
  }
}

function choiceOf({ color, size }: StockEntry): { color?: string; size?: string } {
  return { ...(color === '' ? {} : { color }), ...(size === '' ? {} : { size }) }
}

function availability({ retired }: Product, quantity: number): string {
  if (retired) return `${SCHEMA}/Discontinued`
  return `${SCHEMA}/${quantity > 0 ? 'InStock' : 'OutOfStock'}`
}

/** The price that the page shows, with the struck-through one. */
function offerOf(product: Product, url: string, nowMs: number) {
  const { price, original } = shownPrice(product, nowMs)
  return {
    '@type': 'Offer',
    url,
    price: price.toFixed(2),
    priceCurrency: 'NGN',
    itemCondition: `${SCHEMA}/NewCondition`,
    ...(original === null
      ? {}
      : {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            priceType: `${SCHEMA}/StrikethroughPrice`,
            price: original.toFixed(2),
            priceCurrency: 'NGN',
          },
          ...(product.discount?.expiresAt ? { priceValidUntil: product.discount.expiresAt } : {}),
        }),
  }
}

function ratingOf({ ratings, numReviews }: Product) {
  if (numReviews === 0) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: ratings.toFixed(1),
      reviewCount: numReviews,
    },
  }
}
