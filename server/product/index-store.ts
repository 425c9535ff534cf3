import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products, stockItems, stockMoves } from '#server/db/schema.ts'
import type { DiscountRule } from '#shared/price.ts'
import { isStillMade } from './for-sale.ts'
import type { IndexedProduct } from './index/indexed-product.ts'

/** Small enough that the embedded database, which runs in this thread, blocks nobody for long. */
const ROWS_PER_READ = 200

type Row = Pick<IndexedProduct, 'id' | 'name' | 'category' | 'description' | 'retired'> & {
  price_kobo: number
  discount_type: DiscountRule['type'] | null
  discount_value: number | null
  expires_at_ms: number | null
  added_at_ms: number
  rating_sum: number
  rating_count: number
  lists: [
    tags: string[],
    colors: string[],
    sizes: string[],
    images: string[],
    stock: [qtyAvailable: number, inStock: [color: string, size: string][]],
  ]
}

/** Every listed product in id order, some hundred at a time. */
export async function* readListedProducts(db: Database): AsyncGenerator<IndexedProduct[]> {
  let lastId = ''
  for (;;) {
    const read = await readProducts(
      db,
      sql`not ${products.retired} and ${products.id} > ${lastId} order by ${products.id} limit ${ROWS_PER_READ}`,
    )
    if (read.length > 0) yield read
    if (read.length < ROWS_PER_READ) return
    lastId = read.at(-1)?.id ?? lastId
  }
}

/** These products in their present state; unknown ones are left out. */
export async function readProductsById(db: Database, ids: readonly string[]): Promise<IndexedProduct[]> {
  return readProducts(db, sql`${products.id} = any(${sql.param(ids)}::text[])`)
}

async function readProducts(db: Database, which: SQL): Promise<IndexedProduct[]> {
  const { color, size, available, productId } = stockItems
  const rows = await rowsOf<Row>(
    db,
    sql`select id, name, category, description, retired, price_kobo::float8, discount_type, discount_value::float8,
        (extract(epoch from discount_expires_at) * 1000)::float8 as expires_at_ms,
        (extract(epoch from added_at) * 1000)::float8 as added_at_ms, rating_sum, rating_count,
        json_build_array(tags, colors, sizes, images, (select json_build_array(coalesce(sum(${available}), 0),
            coalesce(json_agg(json_build_array(${color}, ${size})) filter (where ${available} > 0), '[]'))
          from ${stockItems} where ${productId} = ${products.id} and ${isStillMade(stockItems, products)})) as lists
      from ${products} where ${which}`,
  )
  return rows.map(({ lists: [tags, colors, sizes, images, [qtyAvailable, inStock]], ...row }) => ({
    id: row.id,
    name: row.name,
    category: row.category,
    description: row.description,
    tags,
    colors,
    sizes,
    images,
    qtyAvailable,
    inStock,
    retired: row.retired,
    priceKobo: row.price_kobo,
    addedAtMs: row.added_at_ms,
    ratingSum: row.rating_sum,
    ratingCount: row.rating_count,
    discount:
      row.discount_type === null
        ? null
        : { type: row.discount_type, value: row.discount_value ?? 0, expiresAtMs: row.expires_at_ms },
  }))
}

/** The number of the last stock move; 0 if there is none. */
export async function findLastMove(db: Database): Promise<number> {
  const [row] = await rowsOf<{ last: number }>(
    db,
    sql`select coalesce(max(${stockMoves.id}), 0)::float8 as last from ${stockMoves}`,
  )
  return row?.last ?? 0
}

/** The products with stock moves since that one. */
export async function listMovedSince(db: Database, move: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select distinct ${stockMoves.productId} as id from ${stockMoves} where ${stockMoves.id} > ${move}`,
  )
  return rows.map(({ id }) => id)
}
