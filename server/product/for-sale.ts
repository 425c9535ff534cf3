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

/** Whether shoppers can order a stock item, if there is any of it: neither the product nor the colour or size is off sale. */
export function isForSale(
  item: { color: SQLWrapper; size: SQLWrapper },
  product: { retired: SQLWrapper; colors: SQLWrapper; sizes: SQLWrapper },
): SQL {
  return sql`(not ${product.retired} and ${isStillMade(item, product)})`
}

/** The items of a product without such a choice have ''. */
function isAmong(value: SQLWrapper, values: SQLWrapper): SQL {
  return sql`(${value} = any(${values}) or (${value} = '' and cardinality(${values}) = 0))`
}
