import { type SQL, sql } from 'drizzle-orm'
import { products } from '#server/db/schema.ts'

/** The SQL twin of isDiscountActive: a discount holds up to and including the instant at which it expires. */
export function discountActiveSql(now: Date): SQL<boolean> {
  return sql<boolean>`(${products.discountType} is not null and (${products.discountExpiresAt} is null or ${now.toISOString()}::timestamptz <= ${products.discountExpiresAt}))`
}

/**
 * The SQL twin of salePriceKobo, in kobo, over a row of products. Integer division cuts towards zero, which is down here:
 * the schema lets neither price nor discount be negative.
 */
export function salePriceSql(now: Date): SQL<number> {
  const { price, discountType, discountValue } = products
  return sql<number>`case
    when not ${discountActiveSql(now)} then ${price}
    when ${discountType} = 'fixed' then greatest(0, ${price} - ${discountValue})
    else greatest(0, ${price} - (${price} * ${discountValue} + 5000) / 10000) end`
}
