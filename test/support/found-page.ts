import { z } from 'zod'

/** What a client that runs no script reads of a page: its head. */
export type FoundPage = {
  title: string
  /** By `name` or `property`. */
  meta: Map<string, string>
  canonical: string | undefined
  /** schema.org's objects, by their type. */
  data: Map<string, unknown>
}

/** Reads a rendered document. Throws when something is there twice, or when a block of data is no JSON. */
export function readPage(html: string): FoundPage {
  const head = /<head>([\s\S]*?)<\/head>/.exec(html)?.[1] ?? ''
  const titles = [...head.matchAll(/<title>([\s\S]*?)<\/title>/g)].map((match) => decode(match[1] ?? ''))
  const tagsOf = (tag: 'meta' | 'link') =>
    [...head.matchAll(new RegExp(`<${tag}((?:\\s+[\\w-]+="[^"]*")+)/>`, 'g'))].map(([, attributes = '']) =>
      attributesOf(attributes),
    )
  const named = tagsOf('meta').flatMap(({ name, property, content = '' }) => {
    const called = name ?? property
    return called === undefined ? [] : [[called, content] as const]
  })
  const canonical = tagsOf('link').flatMap(({ rel, href = '' }) => (rel === 'canonical' ? [href] : []))
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    (match) => JSON.parse(match[1] ?? '') as { '@type': string },
  )
  const data = blocks.map((block) => [block['@type'], block] as const)
  return {
    title: onceEach(titles.map((title) => ['title', title] as const)).get('title') ?? '',
    meta: onceEach(named),
    canonical: onceEach(canonical.map((href) => ['canonical', href] as const)).get('canonical'),
    data: onceEach(data),
  }
}

function onceEach<Value>(pairs: readonly (readonly [string, Value])[]): Map<string, Value> {
  const map = new Map(pairs)
  if (map.size < pairs.length) throw new Error(`Said twice among ${pairs.map(([name]) => name).join(', ')}`)
  return map
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]),
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const url = z.url()
const amount = z.string().regex(/^\d+\.\d{2}$/)
const type = <Name extends string>(name: Name) => z.literal(name)
const offer = z.strictObject({
  '@type': type('Offer'),
  url,
  price: amount,
  priceCurrency: z.literal('NGN'),
  itemCondition: z.literal('https://schema.org/NewCondition'),
  availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
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

/** What Google asks of each kind (developers.google.com/search/docs/appearance/structured-data), and nothing besides what the shop means to say. */
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
