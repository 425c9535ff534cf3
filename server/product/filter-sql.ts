import { type SQL, sql } from 'drizzle-orm'
import { products, stockItems } from '#server/db/schema.ts'
import type { ProductQuery } from '#shared/contract/product.ts'
import { salePriceSql } from './sale-price-sql.ts'

export type Filter = Pick<
  ProductQuery,
  'tag' | 'category' | 'color' | 'size' | 'inStock' | 'onSale' | 'minPrice' | 'maxPrice'
>

/** What is asked of a colour and size that a product is made in; an absent or empty part asks nothing. */
export type PairFilter = Partial<Pick<Filter, 'color' | 'size' | 'inStock'>>

/** One condition per filter over a row of products; those not asked for are absent. Colour, size and stock are one: `pair`. */
export type Conditions = Partial<Record<'category' | 'tag' | 'onSale' | 'price' | 'pair', SQL>>

export function conditionsOf(filter: Filter, now: Date): Conditions {
  const { category, tag, onSale, minPrice, maxPrice } = filter
  const price = priceCondition(minPrice, maxPrice, now)
  const pair = pairCondition(filter)
  return {
    ...(category === undefined ? {} : { category: sql`${products.category} = ${category}` }),
    ...(tag === undefined ? {} : { tag: sql`${products.tags} @> ${textArray([tag])}` }),
    ...(onSale ? { onSale: onSaleCondition(now) } : {}),
    ...(price === undefined ? {} : { price }),
    ...(pair === undefined ? {} : { pair }),
  }
}

/** On sale is what a shopper sees struck through: an active discount that takes something off. */
export function onSaleCondition(now: Date): SQL {
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
 * Chosen colours, sizes and stock must meet in one pair: a black M that is sold out and a red M in stock
 * do not make a black M in stock.
 */
function pairCondition(filter: PairFilter): SQL | undefined {
  const { color = [], size = [] } = filter
  const isPairAsked = filter.inStock === true || (color.length > 0 && size.length > 0)
  return allOf([
    color.length === 0 ? undefined : sql`${products.colors} && ${textArray(color)}`,
    size.length === 0 ? undefined : sql`${products.sizes} && ${textArray(size)}`,
    isPairAsked ? pairExists(filter) : undefined,
  ])
}

/** The row of products is made in such a pair (and has it in stock, when that is asked); `also` is a condition over stock_items. */
export function pairExists({ color = [], size = [], inStock }: PairFilter, also?: SQL): SQL {
  const { productId, available } = stockItems
  return sql`exists (select 1 from ${stockItems} where ${allOf([
    sql`${productId} = ${products.id}`,
    color.length === 0
      ? undefined
      : sql`${stockItems.color} = any(${textArray(color)}) and ${stockItems.color} = any(${products.colors})`,
    size.length === 0
      ? undefined
      : sql`${stockItems.size} = any(${textArray(size)}) and ${stockItems.size} = any(${products.sizes})`,
    inStock ? sql`${available} > 0` : undefined,
    also,
  ])})`
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
