import { z } from 'zod'
import { PAGE_SIZE, PAGE_SIZE_MAX, SEARCH_MAX_CHARS } from '../limits.ts'
import { SORTS } from '../sort.ts'
import { defineRoute, failures, isoTime, json, naira } from './route.ts'

export const discount = z
  .object({
    type: z.enum(['fixed', 'percentage']),
    amount: z.number().meta({ description: "Naira for 'fixed', percent for 'percentage'" }),
    expiresAt: isoTime.nullable(),
  })
  .meta({ id: 'Discount' })

/** What a list holds of a product. */
export const productSummary = z
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

export const product = productSummary
  .extend({
    stock: z.array(z.object({ color: z.string(), size: z.string(), quantity: z.int() })),
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

const priceBound = z.coerce.number({ error: 'Price must be a number' }).min(0, 'Price must not be negative').max(1e9, 'Price is too large')
/** One value, or several separated by commas: any of them. */
const anyOf = z.string().max(400).transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean))
const flag = z.enum(['true', 'false'], { error: 'Must be true or false' }).transform((text) => text === 'true')

export const productQuery = z
  .object({
    search: z.string().trim().max(SEARCH_MAX_CHARS, 'Search is too long').optional(),
    tag: z.string().trim().max(100).optional(),
    category: z.string().trim().max(100).optional(),
    color: anyOf.optional(),
    size: anyOf.optional(),
    inStock: flag.optional(),
    onSale: flag.optional(),
    minPrice: priceBound.optional(),
    maxPrice: priceBound.optional(),
    sortBy: z.enum(SORTS, { error: 'Unknown sort order' }).optional(),
    page: z.coerce.number({ error: 'Page must be a number' }).int('Page must be a whole number').min(1, 'Page starts at 1').max(1_000_000).default(1),
    limit: z.coerce
      .number({ error: 'Limit must be a number' })
      .int('Limit must be a whole number')
      .min(1, 'Limit must be at least 1')
      .max(PAGE_SIZE_MAX, `Limit must be at most ${PAGE_SIZE_MAX}`)
      .default(PAGE_SIZE),
  })
  .refine((query) => query.minPrice === undefined || query.maxPrice === undefined || query.minPrice <= query.maxPrice, {
    path: ['minPrice'],
    error: 'The lowest price must not be above the highest',
  })

export const productList = z.object({
  products: z.array(productSummary),
  totalPages: z.int(),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  facets,
})

export const productDetail = z.object({ product, relatedProducts: z.array(productSummary) })

export const listProducts = defineRoute({
  method: 'get',
  path: '/product',
  summary: 'List, search and filter products',
  tags: ['product'],
  request: { query: productQuery },
  responses: { 200: json(productList, 'One page of products'), ...failures(400, 429) },
})

export const getProduct = defineRoute({
  method: 'get',
  path: '/product/{id}',
  summary: 'One product with its stock and related products',
  tags: ['product'],
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 200: json(productDetail, 'The product'), ...failures(404) },
})

export type ProductSummary = z.infer<typeof productSummary>
export type Product = z.infer<typeof product>
export type ProductQuery = z.infer<typeof productQuery>
export type ProductList = z.infer<typeof productList>
export type ProductDetail = z.infer<typeof productDetail>
export type Facets = z.infer<typeof facets>
export type Discount = z.infer<typeof discount>
