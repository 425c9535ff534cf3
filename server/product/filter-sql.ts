import { type SQL, sql } from 'drizzle-orm'
import { products, stockItems } from '#server/db/schema.ts'
import type { ProductQuery } from '#shared/contract/product.ts'
import { salePriceSql } from './sale-price-sql.ts'

export type Filter = Pick<
  ProductQuery,
  'ids' | 'tag' | 'category' | 'color' | 'size' | 'inStock' | 'onSale' | 'minPrice' | 'maxPrice'
>

/** What is asked of a colour and size that can be had; an absent or empty part asks nothing. */
export type PairFilter = Partial<Pick<Filter, 'color' | 'size'>>

/** One condition per filter over a row of products; those not asked for are absent. Colour, size and stock are one: `pair`. */
export type Conditions = Partial<Record<'ids' | 'category' | 'tag' | 'onSale' | 'price' | 'pair', SQL>>

export function conditionsOf(filter: Filter, now: Date): Conditions {
  const { ids, category, tag, onSale, minPrice, maxPrice } = filter
  const price = priceCondition(minPrice, maxPrice, now)
  const pair = pairCondition(filter)
  return {
    ...(ids === undefined ? {} : { ids: sql`${products.id} = any(${textArray(ids)})` }),
    ...(category === undefined ? {} : { category: sql`${products.category} = ${category}` }),
    ...(tag === undefined ? {} : { tag: sql`${products.tags} @> ${textArray([tag])}` }),
    ...(onSale ? { onSale: onSaleCondition(now) } : {}),
    ...(price === undefined ? {} : { price }),
    ...(pair === undefined ? {} : { pair }),
  }
}

/** On sale is what a shopper sees struck through: an active discount that takes something off. */
function onSaleCondition(now: Date): SQL {
  return sql`${salePriceSql(now)} < ${products.price}`
}

function priceCondition(
  minNaira: number | undefined,
  maxNaira: number | undefined,
  now: Date,
): SQL | undefined {
  const atLeast =
    minNaira === undefined ? undefined : sql`${salePriceSql(now)} >= ${String(minNaira)}::numeric * 100`
  const atMost =
    maxNaira === undefined ? undefined : sql`${salePriceSql(now)} <= ${String(maxNaira)}::numeric * 100`
  return allOf([atLeast, atMost])
}

/**
 * Chosen colours and sizes must meet in one pair that is in stock: a black M that is sold out and a red M in stock do
 * not make a black M. Who filters by size wants something to wear, so there is no choosing of what is gone.
 */
function pairCondition(filter: Filter): SQL | undefined {
  return isPairAsked(filter) ? pairExists(filter) : undefined
}

export function isPairAsked({ color = [], size = [], inStock }: Filter): boolean {
  return inStock === true || color.length > 0 || size.length > 0
}

/** The row of products has such a pair in stock. */
export function pairExists(filter: PairFilter = {}): SQL {
  return sql`exists (select 1 from ${stockItems} where ${stockItems.productId} = ${products.id} and ${inStock} and ${pairFits(filter)})`
}

/** Over a row of stock_items. */
export const inStock = sql`${stockItems.available} > 0`

/** Over a row of stock_items and its row of products. A colour or size that the product gave up is no match. */
export function pairFits({ color = [], size = [] }: PairFilter): SQL {
  const chosen = (column: SQL, values: readonly string[], made: SQL) =>
    values.length === 0 ? undefined : sql`${column} = any(${textArray(values)}) and ${column} = any(${made})`
  const asked = allOf([
    chosen(sql`${stockItems.color}`, color, sql`${products.colors}`),
    chosen(sql`${stockItems.size}`, size, sql`${products.sizes}`),
  ])
  return asked ?? sql`true`
}

/** An array as one parameter, where Drizzle would make a list of parameters of it. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`
}

/** Undefined when nothing is asked. */
export function allOf(conditions: readonly (SQL | undefined)[]): SQL | undefined {
  const asked = conditions.filter((condition) => condition !== undefined)
  return asked.length === 0 ? undefined : sql.join(asked, sql` and `)
}
