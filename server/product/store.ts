import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import type { PublicReads } from '#server/db/public-reads.ts'
import { products, stockItems } from '#server/db/schema.ts'
import type { CardList, Product, ProductDetail, ProductList, ProductQuery } from '#shared/contract/product.ts'
import type { LiveIndex } from './live-index.ts'
import {
  type CardRow,
  type DetailRow,
  presentCard,
  presentProduct,
  presentSummary,
  type StockRow,
  type SummaryRow,
} from './present.ts'

const ofProduct = sql`from ${stockItems} where ${stockItems.productId} = ${products.id}`
/** Every pair's stock counts: a pair that is no longer made has nothing available. */
const qtyAvailable = sql<number>`(select coalesce(sum(${stockItems.available}), 0)::int ${ofProduct})`
const stock = sql<StockRow[]>`(select coalesce(json_agg(json_build_object(
  'color', ${stockItems.color}, 'size', ${stockItems.size}, 'quantity', ${stockItems.available})), '[]') ${ofProduct})`

const cardColumns = {
  id: products.id,
  name: products.name,
  tags: products.tags,
  colors: products.colors,
  images: products.images,
  price: products.price,
  discountType: products.discountType,
  discountValue: products.discountValue,
  discountExpiresAt: products.discountExpiresAt,
  ratingSum: products.ratingSum,
  ratingCount: products.ratingCount,
  qtyAvailable,
}
const summaryColumns = {
  ...cardColumns,
  description: products.description,
  category: products.category,
  sizes: products.sizes,
}

/**
 * One page of the products that match, with what there is around it: which ones, by the index; what is shown of them, by
 * one statement.
 */
export async function listProducts(
  { readPublic, productIndex }: { readPublic: PublicReads; productIndex: LiveIndex },
  query: ProductQuery,
  now: Date,
): Promise<ProductList | CardList> {
  const { view, ...asked } = query
  const { page, limit } = asked
  const { ids, total, facets } = (await productIndex.read()).list(asked, now.getTime())
  const around = { totalPages: Math.ceil(total / limit), total, page, limit, facets }
  if (view === 'card') {
    const rows = await readPublic(ids, (db) => findCards(db, ids))
    return { products: rows.map((row) => presentCard(row, now)), ...around }
  }
  const rows = await readPublic(ids, (db) => findSummaries(db, ids))
  return { products: rows.map((row) => presentSummary(row, now)), ...around }
}

/** A retired product is found too, for links and old orders. */
export async function findProduct(db: Database, id: string, now: Date): Promise<Product | undefined> {
  const row = await findDetailRow(db, id)
  return row && presentProduct(row, now)
}

/** A product with those beside which it is shown, in two statements. */
export async function findProductDetail(
  { readPublic, productIndex }: { readPublic: PublicReads; productIndex: LiveIndex },
  id: string,
  now: Date,
): Promise<ProductDetail | undefined> {
  const row = await readPublic([id], (db) => findDetailRow(db, id))
  if (row === undefined) return undefined
  const ids = (await productIndex.read()).related(row)
  const related = await readPublic(ids, (db) => findSummaries(db, ids))
  return {
    product: presentProduct(row, now),
    relatedProducts: related.map((one) => presentSummary(one, now)),
  }
}

async function findDetailRow(db: Database, id: string): Promise<DetailRow | undefined> {
  const [row] = await readsOn(db).detail.execute({ id })
  return row
}

/** In the order of the ids. */
async function findCards(db: Database, ids: string[]): Promise<CardRow[]> {
  return ids.length === 0 ? [] : inOrder(ids, await readsOn(db).cards.execute({ ids }))
}

async function findSummaries(db: Database, ids: string[]): Promise<SummaryRow[]> {
  return ids.length === 0 ? [] : inOrder(ids, await readsOn(db).summaries.execute({ ids }))
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The statements are put together once for each database. They are sent without a name: a pooler in transaction mode need
 * not know prepared statements then.
 */
const UNNAMED = ''
const reads = new WeakMap<Database, ReturnType<typeof prepareReads>>()

function readsOn(db: Database): ReturnType<typeof prepareReads> {
  const known = reads.get(db) ?? prepareReads(db)
  reads.set(db, known)
  return known
}

function prepareReads(db: Database) {
  const named = sql`${products.id} = any(${sql.placeholder('ids')}::text[])`
  const { qtyAvailable: _counted, ...ownColumns } = summaryColumns
  return {
    cards: db.select(cardColumns).from(products).where(named).prepare(UNNAMED),
    summaries: db.select(summaryColumns).from(products).where(named).prepare(UNNAMED),
    detail: db
      .select({ ...ownColumns, retired: products.retired, stock })
      .from(products)
      .where(sql`${products.id} = ${sql.placeholder('id')}`)
      .prepare(UNNAMED),
  }
}
