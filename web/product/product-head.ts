import type { Product } from '#shared/contract/product.ts'
import { formatNaira } from '#shared/naira.ts'
import { parsePicture, SOCIAL_CARD_HEIGHT, SOCIAL_CARD_WIDTH, socialCardAddress } from '#shared/picture.ts'
import { shownPrice } from '#shared/price.ts'
import { shop } from '#shop.config'

const SUMMARY_CHARS = 155

/** Head of a product's page: what searches and messengers show of it. `nowMs` decides whether the discount holds. */
export function productHead(product: Product, publicUrl: string, nowMs: number) {
  const url = `${publicUrl}/products/${product.id}`
  const { price } = shownPrice(product, nowMs)
  const title = `${product.name} | ${shop.brand}`
  const description = summaryOf(product.description)
  const said = `${formatNaira(price)}. ${description}`
  const picture = socialPicture(product.image, publicUrl)
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:type', content: 'product' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: said },
      { property: 'og:url', content: url },
      ...picture.map(([property, content]) => ({ property, content })),
      { property: 'product:price:amount', content: price.toFixed(2) },
      { property: 'product:price:currency', content: 'NGN' },
      {
        property: 'product:availability',
        content: product.qtyAvailable > 0 ? 'in stock' : 'out of stock',
      },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: said },
      ...picture.slice(0, 1).map(([, content]) => ({ name: 'twitter:image', content })),
      { 'script:ld+json': productData(product, url, publicUrl, price) },
      { 'script:ld+json': breadcrumbData(product, url, publicUrl) },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** On one line, cut between words. */
function summaryOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SUMMARY_CHARS) return line
  const cut = line.slice(0, SUMMARY_CHARS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}

/** Messengers want an absolute address. A foreign picture is taken as it is. */
function socialPicture(image: string, publicUrl: string): [string, string][] {
  if (image === '') return []
  const picture = parsePicture(image)
  if (!picture) return [['og:image', new URL(image, publicUrl).href]]
  return [
    ['og:image', `${publicUrl}${socialCardAddress(picture)}`],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(SOCIAL_CARD_WIDTH)],
    ['og:image:height', String(SOCIAL_CARD_HEIGHT)],
  ]
}

function productData(product: Product, url: string, publicUrl: string, price: number) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.id,
    category: product.category,
    brand: { '@type': 'Brand', name: shop.brand },
    image: product.images.map((image) => new URL(image, publicUrl).href),
    ...(product.variants.length > 0 ? { color: product.variants.join(', ') } : {}),
    offers: {
      '@type': 'Offer',
      url,
      price: price.toFixed(2),
      priceCurrency: 'NGN',
      ...(product.discount?.expiresAt ? { priceValidUntil: product.discount.expiresAt.slice(0, 10) } : {}),
      availability: `https://schema.org/${product.qtyAvailable > 0 ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
    ...(product.numReviews > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.ratings.toFixed(1),
            reviewCount: product.numReviews,
          },
        }
      : {}),
  }
}

function breadcrumbData({ name, category }: Product, url: string, publicUrl: string) {
  const steps = [
    { name: 'All Merch', item: `${publicUrl}/products` },
    { name: category, item: `${publicUrl}/products?${new URLSearchParams({ category })}` },
    { name, item: url },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, place) => ({ '@type': 'ListItem', position: place + 1, ...step })),
  }
}
