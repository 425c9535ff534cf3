import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type BatchedReads, batchReads } from '#server/db/batched-reads.ts'
import type { Database } from '#server/db/connection.ts'
import { products, stockItems } from '#server/db/schema.ts'
import { type Slots, statement } from '#server/db/statement.ts'
import { cardPictures } from '#shared/colour.ts'
import type { CardList, Product, ProductDetail, ProductList, ProductQuery } from '#shared/contract/product.ts'
import { isStillMade } from './for-sale.ts'
import type { LiveIndex } from './live-index.ts'
import { type DetailRow, presentCard, presentProduct, presentSummary } from './present.ts'

const expiresAtMs = sql`(extract(epoch from ${products.discountExpiresAt}) * 1000)::float8`
const stock = sql`(select coalesce(json_agg(json_build_object(
  'color', ${stockItems.color}, 'size', ${stockItems.size}, 'quantity', ${stockItems.available})), '[]')
  from ${stockItems} where ${stockItems.productId} = ${products.id} and ${isStillMade(stockItems, products)})`

const discount = sql`case when ${products.discountType} is not null then json_build_object(
  'type', ${products.discountType}, 'value', ${products.discountValue}, 'expiresAtMs', ${expiresAtMs}) end`

const summaryColumns = {
  id: products.id,
  name: products.name,
  tags: products.tags,
  colors: products.colors,
  images: products.images,
  priceKobo: products.price,
  discount,
  ratingSum: products.ratingSum,
  ratingCount: products.ratingCount,
  description: products.description,
  category: products.category,
  sizes: products.sizes,
}

/** The stock only of those that are read whole. */
type ProductRow = Omit<DetailRow, 'stock'> & { stock: DetailRow['stock'] | null }

/** What concurrent requests read together. */
export type ProductReads = BatchedReads<ProductRow>

export function createProductReads(db: Database): ProductReads {
  return batchReads((ids, whole) => listRows(db, ids, whole))
}

type Around = { readProducts: ProductReads; productIndex: LiveIndex }

/**
 * One page of the matching products, with total and facets. The index decides which products, and has all that a card
 * shows of them. A list of whole products takes one statement, and so do those of cards while the index may be behind: then,
 * without a database, there is no list.
 */
export async function listProducts(
  { readProducts, productIndex }: Around,
  query: ProductQuery,
  now: Date,
): Promise<ProductList | CardList> {
  const { view, ...asked } = query
  const { page, limit } = asked
  const index = await productIndex.read()
  const paged = ({ total, facets }: Pick<ProductList, 'total' | 'facets'>) => ({
    totalPages: Math.ceil(total / limit),
    total,
    page,
    limit,
    facets,
  })
  if (view === 'card' && productIndex.isCurrent()) {
    const listed = index.listCards(asked, now.getTime())
    return { products: listed.cards.map((card) => presentCard(card, now)), ...paged(listed) }
  }
  const listed = index.list(asked, now.getTime())
  const rows = await readProducts(listed.ids)
  return {
    products: inOrder(listed.ids, rows, (row) => {
      // As known now: the rows may have taken a while.
      const product = { ...row, qtyAvailable: index.qtyAvailable(row.id) }
      if (view !== 'card') return presentSummary(product, now)
      return presentCard({ ...product, images: cardPictures(row.images, row.colors, asked.color) }, now)
    }),
    ...paged(listed),
  }
}

/** Also finds a retired product, for links and old orders. */
export async function findProduct(db: Database, id: string, now: Date): Promise<Product | undefined> {
  const [row] = await listRows(db, [id], [id])
  return row?.stock ? presentProduct({ ...row, stock: row.stock }, now) : undefined
}

/** A product with its related products, in one statement; a retired product takes a second one. */
export async function findProductDetail(
  { readProducts, productIndex }: Around,
  id: string,
  now: Date,
): Promise<ProductDetail | undefined> {
  const index = await productIndex.read()
  const known = index.related(id)
  const rows = await readProducts([id, ...(known ?? [])], [id])
  const row = rows.get(id)
  if (!row?.stock) return undefined
  const ids = known ?? index.relatedTo(row)
  const beside = known ? rows : await readProducts(ids)
  return {
    product: presentProduct({ ...row, stock: row.stock }, now),
    relatedProducts: inOrder(ids, beside, (one) =>
      presentSummary({ ...one, qtyAvailable: index.qtyAvailable(one.id) }, now),
    ),
  }
}

/** `whole`: those whose stock is read as well. */
async function listRows(
  db: Database,
  ids: readonly string[],
  whole: readonly string[],
): Promise<ProductRow[]> {
  const [first] = await selectProducts(db, { ids, whole })
  return first?.rows ?? []
}

/** What is made of each row, in the order of the ids; those without a row are left out. */
function inOrder<Row, Made>(
  ids: readonly string[],
  rows: ReadonlyMap<string, Row>,
  make: (row: Row) => Made,
): Made[] {
  const made: Made[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (row !== undefined) made.push(make(row))
  }
  return made
}

const selectProducts = statement('products', (db, { ids, whole }: Slots<'ids' | 'whole'>) => {
  const ofWhole = sql`case when ${products.id} = any(${whole}::text[]) then ${stock} end`
  return db
    .select({
      rows: rowsAsJson<ProductRow>({ ...summaryColumns, retired: products.retired, stock: ofWhole }),
    })
    .from(products)
    .where(sql`${products.id} = any(${ids}::text[])`)
})

/**
 * All rows as one JSON value: the driver takes five times as long to parse the same data row by row, above all arrays.
 */
function rowsAsJson<Row>(columns: Record<string, SQLWrapper>): SQL<Row[]> {
  const pairs = Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), column])
  return sql<Row[]>`coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)})), '[]')`
}
