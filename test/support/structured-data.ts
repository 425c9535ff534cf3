import { z } from 'zod'

const url = z.url()
const amount = z.string().regex(/^\d+\.\d{2}$/)
const type = <Name extends string>(name: Name) => z.literal(name)
const offer = z.strictObject({
  '@type': type('Offer'),
  url,
  price: amount,
  priceCurrency: z.literal('NGN'),
  itemCondition: z.literal('https://schema.org/NewCondition'),
  availability: z.enum(['InStock', 'OutOfStock', 'Discontinued'].map((word) => `https://schema.org/${word}`)),
  priceValidUntil: z.iso.datetime().optional(),
  priceSpecification: z
    .strictObject({
      '@type': type('UnitPriceSpecification'),
      priceType: z.literal('https://schema.org/StrikethroughPrice'),
      price: amount,
      priceCurrency: z.literal('NGN'),
    })
    .optional(),
})
const context = { '@context': z.literal('https://schema.org') }
const described = {
  ...context,
  name: z.string().min(1),
  url,
  category: z.string(),
  brand: z.strictObject({ '@type': type('Brand'), name: z.string() }),
  description: z.string().optional(),
  image: z.array(url).min(1),
  aggregateRating: z
    .strictObject({
      '@type': type('AggregateRating'),
      ratingValue: z.string().regex(/^[1-5]\.\d$/),
      reviewCount: z.int().positive(),
    })
    .optional(),
}
const choice = { color: z.string().optional(), size: z.string().optional() }
const step = z.strictObject({
  '@type': type('ListItem'),
  position: z.int().positive(),
  name: z.string().min(1),
  item: url,
})

/**
 * What Google requires of each type (developers.google.com/search/docs/appearance/structured-data), and no properties other
 * than those that the shop is meant to emit.
 */
export const STRUCTURED_DATA = {
  Product: z.strictObject({
    ...described,
    '@type': type('Product'),
    sku: z.string(),
    ...choice,
    offers: offer,
  }),
  ProductGroup: z.strictObject({
    ...described,
    '@type': type('ProductGroup'),
    productGroupID: z.string(),
    variesBy: z.array(z.enum(['https://schema.org/color', 'https://schema.org/size'])).min(1),
    hasVariant: z
      .array(
        z.strictObject({
          '@type': type('Product'),
          name: z.string(),
          sku: z.string().regex(/^\S+$/),
          image: url,
          ...choice,
          offers: offer,
        }),
      )
      .min(2)
      .refine((variants) => new Set(variants.map(({ sku }) => sku)).size === variants.length),
  }),
  BreadcrumbList: z.strictObject({
    ...context,
    '@type': type('BreadcrumbList'),
    itemListElement: z.array(step).min(2),
  }),
  ItemList: z.strictObject({
    ...context,
    '@type': type('ItemList'),
    name: z.string(),
    itemListElement: z
      .array(z.strictObject({ '@type': type('ListItem'), position: z.int().positive(), url }))
      .min(1),
  }),
  Organization: z.looseObject({
    ...context,
    '@type': type('Organization'),
    name: z.string(),
    url,
    logo: url,
    sameAs: z.array(url),
  }),
  WebSite: z.looseObject({
    ...context,
    '@type': type('WebSite'),
    name: z.string(),
    url,
    potentialAction: z.strictObject({
      '@type': type('SearchAction'),
      target: z.strictObject({
        '@type': type('EntryPoint'),
        urlTemplate: z.string().includes('{search_term_string}'),
      }),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
}
