import { z } from 'zod'
import { labelOf } from '../label.ts'
import { CARD_PICTURES, PAGE_SIZE, PAGE_SIZE_MAX, SEARCH_MAX_CHARS } from '../limits.ts'
import { SORTS } from '../sort-order.ts'
import { isStorable } from '../storable-text.ts'
import { failures, get, id, isoTime, json, naira, plainText } from './route.ts'

export const stockEntry = z.object({ color: z.string(), size: z.string(), quantity: z.int() })
export type StockEntry = z.infer<typeof stockEntry>

export const discount = z
  .object({
    type: z.enum(['fixed', 'percentage']),
    amount: z.number().meta({ description: "Naira for 'fixed', percent for 'percentage'" }),
    expiresAt: isoTime.nullable(),
  })
  .meta({ id: 'Discount' })

/** A product as a list contains it, unless cards are requested. */
const productSummary = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    description: z.string(),
    price: naira,
    category: z.string(),
    image: z.string(),
    images: z.array(z.string()),
    variants: z.array(z.string()).meta({ description: 'Colour names; pictures belong to them in order' }),
    sizes: z.array(z.string()),
    tags: z.array(z.string()),
    ratings: z.number().meta({ description: 'Average score, 0 without reviews' }),
    numReviews: z.int(),
    qtyAvailable: z.int().meta({ description: 'What is left over all colours and sizes, net of holds' }),
    discount: discount.nullable(),
  })
  .meta({ id: 'ProductSummary' })

/** What a card in a list shows of a product: small enough for lists on a mobile data plan. */
const cardProduct = productSummary
  .pick({
    id: true,
    name: true,
    price: true,
    image: true,
    variants: true,
    tags: true,
    ratings: true,
    numReviews: true,
    qtyAvailable: true,
    discount: true,
  })
  .extend({
    images: z.array(z.string()).max(CARD_PICTURES).meta({
      description:
        'The first picture, and the one shown when the card is pointed at; in a list of certain colours, those of the first of them that the product has',
    }),
  })
  .meta({ id: 'CardProduct' })

export const product = productSummary
  .extend({
    fabric: z
      .string()
      .meta({ description: 'What it is made of; empty like the next four where nothing is told' }),
    fit: z.string(),
    care: z.string(),
    returns: z.string().meta({ description: 'Only where it differs from what the shop says of all' }),
    arrival: z.string().meta({ description: 'Only where it differs from what the shop says of all' }),
    stock: z
      .array(stockEntry)
      .meta({ description: 'By colour and size, only those that the product comes in, in its order' }),
    retired: z
      .literal(true)
      .optional()
      .meta({ description: 'No longer sold, its stock is 0; absent from every other product' }),
  })
  .meta({ id: 'Product' })

const facetValue = z.object({ value: z.string(), count: z.int() })
/** How many products each further choice would leave; a facet's own choice is not applied to its own counts. */
export const facets = z
  .object({
    categories: z.array(facetValue),
    tags: z.array(facetValue),
    colors: z.array(facetValue),
    sizes: z.array(facetValue),
    inStock: z.int(),
    onSale: z.int(),
    price: z.object({ min: naira, max: naira }),
  })
  .meta({ id: 'Facets' })

/** An empty form field counts as absent: `minPrice=` is the same as no minPrice. */
const unlessBlank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)

/** Decimal notation only: neither "0x10" nor "1e3", which Number would accept. */
const decimal = (schema: z.ZodType<number, number>) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' ? (/^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN) : value,
    schema,
  )

const price = decimal(
  z
    .number({ error: 'Price must be a number' })
    .min(0, 'Price must not be negative')
    .max(1e9, 'Price is too large'),
)

/** Room for the longest list that parseProductSearch returns: 20 values of 60 characters. */
const LIST_MAX_CHARS = 20 * 61

/** One value, several separated by commas, or the parameter repeated: any of them. */
const anyOf = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().join(','))
  .pipe(z.string().max(LIST_MAX_CHARS, 'Too many').refine(isStorable, 'Not a valid text'))
  .transform((text) => [...new Set(text.split(',').map(labelOf).filter(Boolean))])

const label = plainText(100).transform(labelOf)

const flag = z
  .enum(['true', 'false'], { error: 'Must be true or false' })
  .transform((text) => text === 'true')

export const productQuery = z
  .object({
    ids: unlessBlank(
      anyOf
        .optional()
        .meta({ description: 'Only these products, separated by commas; those that are gone are left out' }),
    ),
    search: plainText(SEARCH_MAX_CHARS, 'Search is too long').optional().meta({
      description: 'Words of the name, category, tags, colours or description; the best matches come first',
    }),
    tag: unlessBlank(label.optional()),
    category: unlessBlank(label.optional()),
    color: unlessBlank(
      anyOf.optional().meta({ description: "Colour names; 'all blue' is any colour of that family" }),
    ),
    size: unlessBlank(anyOf.optional()),
    inStock: unlessBlank(flag.optional()),
    onSale: unlessBlank(flag.optional()),
    minPrice: unlessBlank(price.optional()),
    maxPrice: unlessBlank(price.optional()),
    sortBy: unlessBlank(z.enum(SORTS, { error: 'Unknown sort order' }).optional()),
    page: unlessBlank(
      decimal(
        z
          .number({ error: 'Page must be a number' })
          .int('Page must be a whole number')
          .min(1, 'Page starts at 1'),
      ).default(1),
    ),
    limit: unlessBlank(
      decimal(
        z
          .number({ error: 'Limit must be a number' })
          .int('Limit must be a whole number')
          .min(1, 'Limit must be at least 1')
          .max(PAGE_SIZE_MAX, `Limit must be at most ${PAGE_SIZE_MAX}`),
      ).default(PAGE_SIZE),
    ),
    view: unlessBlank(
      z
        .enum(['card'], { error: 'Unknown view' })
        .optional()
        .meta({ description: "'card' returns only what a card shows of each product" }),
    ),
  })
  .refine(
    (query) =>
      query.minPrice === undefined || query.maxPrice === undefined || query.minPrice <= query.maxPrice,
    {
      path: ['minPrice'],
      error: 'The lowest price must not be above the highest',
    },
  )

export const productList = z.object({
  products: z.array(productSummary),
  totalPages: z.int(),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  facets,
})

/** The response to `view=card`. */
export const cardList = productList.extend({ products: z.array(cardProduct) })

export const productDetail = z.object({ product, relatedProducts: z.array(productSummary) })

export const listProducts = get('/product', {
  summary: 'List, search and filter products',
  tags: ['product'],
  request: { query: productQuery },
  responses: { 200: json(z.union([productList, cardList]), 'One page of products'), ...failures(400, 429) },
})

export const getProduct = get('/product/{id}', {
  summary: 'One product with its stock and related products',
  tags: ['product'],
  request: { params: z.object({ id }) },
  responses: { 200: json(productDetail, 'The product'), ...failures(400, 404) },
})

export type ProductSummary = z.infer<typeof productSummary>
export type CardProduct = z.infer<typeof cardProduct>
export type Product = z.infer<typeof product>
export type ProductQuery = z.infer<typeof productQuery>
export type ProductList = z.infer<typeof productList>
export type CardList = z.infer<typeof cardList>
export type ProductDetail = z.infer<typeof productDetail>
export type Facets = z.infer<typeof facets>
export type FacetValue = z.infer<typeof facetValue>
export type Discount = z.infer<typeof discount>
