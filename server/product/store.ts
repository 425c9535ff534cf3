import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { products, stockItems } from '#server/db/schema.ts'
import type { CardList, ProductDetail, ProductList, ProductQuery } from '#shared/contract/product.ts'
import { RELATED_PRODUCTS } from '#shared/limits.ts'
import type { Sort } from '#shared/sort.ts'
import { countFacets } from './facet.ts'
import { allOf, conditionsOf, pairExists, textArray } from './filter-sql.ts'
import { presentCard, presentProduct, presentSummary, type StockRow, type SummaryRow } from './present.ts'
import { salePriceSql } from './sale-price-sql.ts'
import { readSearch, type SearchMatch } from './search.ts'

const ofProduct = sql`from ${stockItems} where ${stockItems.productId} = ${products.id}`

const ownColumns = {
  id: products.id,
  name: products.name,
  description: products.description,
  category: products.category,
  tags: products.tags,
  colors: products.colors,
  sizes: products.sizes,
  images: products.images,
  price: products.price,
  discountType: products.discountType,
  discountValue: products.discountValue,
  discountExpiresAt: products.discountExpiresAt,
  ratingSum: products.ratingSum,
  ratingCount: products.ratingCount,
}
/** Every pair's stock counts: a pair that is no longer made has nothing available. */
const qtyAvailable = sql<number>`(select coalesce(sum(${stockItems.available}), 0)::int ${ofProduct})`
const summaryColumns = { ...ownColumns, qtyAvailable }

const newestFirst = [desc(products.addedAt), desc(products.id)]

/** One page of the products that match, with what there is around it, in three statements at most. */
export async function listProducts(
  db: Database,
  query: ProductQuery,
  now: Date,
): Promise<ProductList | CardList> {
  const { page, limit, sortBy, search } = query
  const match = search ? await readSearch(db, search) : undefined
  const searched = search ? (match?.condition ?? sql`false`) : sql`true`
  const conditions = conditionsOf(query, now)
  const rows: SummaryRow[] = await db
    .select(summaryColumns)
    .from(products)
    .where(allOf([sql`not ${products.retired}`, searched, ...Object.values(conditions)]))
    .orderBy(...orderOf(sortBy, match, now))
    .limit(limit)
    .offset((page - 1) * limit)
  const present = query.view === 'card' ? presentCard : presentSummary
  const { total, facets } = await countFacets(db, query, searched, conditions, now)
  return {
    products: rows.map((row) => present(row, now)),
    totalPages: Math.ceil(total / limit),
    total,
    page,
    limit,
    facets,
  }
}

/** Equal ones always stand newest first, so that no product is on two pages or on none. */
function orderOf(sort: Sort | undefined, match: SearchMatch | undefined, now: Date): SQL[] {
  const nameKey = sql`${products.nameKey} collate "C"`
  switch (sort) {
    case 'price-low-high':
      return [salePriceSql(now), ...newestFirst]
    case 'price-high-low':
      return [desc(salePriceSql(now)), ...newestFirst]
    case 'name-a-z':
      return [nameKey, ...newestFirst]
    case 'name-z-a':
      return [desc(nameKey), ...newestFirst]
    default:
      return match ? [match.rank, ...newestFirst] : newestFirst
  }
}

/** A retired product is found too, for links and old orders. Two statements. */
export async function findProduct(db: Database, id: string, now: Date): Promise<ProductDetail | undefined> {
  const { color, size, available } = stockItems
  const stock = sql<StockRow[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'color', ${color}, 'size', ${size}, 'quantity', ${available})), '[]') ${ofProduct})`
  const [row] = await db
    .select({ ...ownColumns, retired: products.retired, stock })
    .from(products)
    .where(eq(products.id, id))
  if (row === undefined) return undefined
  const related = await listRelated(db, row)
  return {
    product: presentProduct(row, now),
    relatedProducts: related.map((one) => presentSummary(one, now)),
  }
}

/**
 * The same category before others, what is in stock before what is not, what shares a tag before what does not, then newest.
 * The best few of each kind are picked by index first, so that the cost does not grow with the catalogue.
 */
async function listRelated(
  db: Database,
  of: { id: string; category: string; tags: string[] },
): Promise<SummaryRow[]> {
  const sameCategory = sql`${products.category} = ${of.category}`
  const sharesTag = sql`${products.tags} && ${textArray(of.tags)}`
  const inStock = pairExists()
  const kinds = [
    [sameCategory, inStock, sharesTag],
    [sameCategory, inStock],
    [sameCategory, sharesTag],
    [sameCategory],
    [inStock, sharesTag],
    [inStock],
    [sharesTag],
    [],
  ].filter((kind) => of.tags.length > 0 || !kind.includes(sharesTag))
  const picked = kinds.map(
    (kind) => sql`(select ${products.id} from ${products}
      where ${allOf([sql`not ${products.retired}`, sql`${products.id} <> ${of.id}`, ...kind])}
      order by ${products.addedAt} desc, ${products.id} desc limit ${RELATED_PRODUCTS})`,
  )
  return db
    .select(summaryColumns)
    .from(products)
    .where(sql`${products.id} in (${sql.join(picked, sql` union `)})`)
    .orderBy(desc(sameCategory), desc(inStock), desc(sharesTag), ...newestFirst)
    .limit(RELATED_PRODUCTS)
}
