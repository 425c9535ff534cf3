import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Whether the product still comes in the colour and size of a stock item. An import may drop a colour or size while its
 * item stays, with the goods that are left and for the orders that hold or bought some: what is left is not for sale.
 */
export function isStillMade(
  item: { color: SQLWrapper; size: SQLWrapper },
  product: { colors: SQLWrapper; sizes: SQLWrapper },
): SQL {
  return sql`(${isAmong(item.color, product.colors)} and ${isAmong(item.size, product.sizes)})`
}

/** The items of a product without such a choice have ''. */
function isAmong(value: SQLWrapper, values: SQLWrapper): SQL {
  return sql`(${value} = any(${values}) or (${value} = '' and cardinality(${values}) = 0))`
}
