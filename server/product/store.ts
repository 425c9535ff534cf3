import { and, asc, eq, gt, inArray, max, not, type SQL, sql } from 'drizzle-orm'
import type { Entry } from '#server/catalogue-index/entry.ts'
import { type CatalogueSource, PAGE_PRODUCTS } from '#server/catalogue-index/live-index.ts'
import type { Database } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import type { Product } from '#shared/contract/product.ts'
import { isStillMade } from './for-sale.ts'
import { type DetailEntry, presentProduct } from './present.ts'

const { color, size, available, productId } = stockItems

/** The columns of an entry; `discount` is made of three of them. */
const ENTRY_COLUMNS = {
  id: products.id,
  name: products.name,
  category: products.category,
  tags: products.tags,
  colors: products.colors,
  sizes: products.sizes,
  description: products.description,
  images: products.images,
  priceKobo: products.price,
  discountType: products.discountType,
  discountValue: products.discountValue,
  discountExpiresAt: products.discountExpiresAt,
  addedAt: products.addedAt,
  ratingSum: products.ratingSum,
  ratingCount: products.ratingCount,
  stock: sql<Entry['stock']>`(
    select coalesce(json_agg(json_build_object('color', ${color}, 'size', ${size}, 'quantity', ${available})), '[]')
    from ${stockItems} where ${productId} = ${products.id} and ${isStillMade(stockItems, products)})`,
}

type EntryRow = Omit<Entry, 'discount' | 'addedAtMs'> & {
  discountType: 'fixed' | 'percentage' | null
  discountValue: number | null
  discountExpiresAt: Date | null
  addedAt: Date
}

function entryOf({ discountType, discountValue, discountExpiresAt, addedAt, ...row }: EntryRow): Entry {
  const expiresAtMs = discountExpiresAt?.getTime() ?? null
  return {
    ...row,
    addedAtMs: addedAt.getTime(),
    discount: discountType && { type: discountType, value: discountValue ?? 0, expiresAtMs },
  }
}

/** A product with its stock, also a retired one, for links and old orders. */
export async function findEntry(db: Database, id: string): Promise<DetailEntry | undefined> {
  const { retired, fabric, fit, care, returns, arrival } = products
  const [row] = await db
    .select({ entry: ENTRY_COLUMNS, notes: { fabric, fit, care, returns, arrival }, retired })
    .from(products)
    .where(eq(products.id, id))
  return row && { ...entryOf(row.entry), ...row.notes, retired: row.retired }
}

/** Also finds a retired product. */
export async function findProduct(db: Database, id: string, now: Date): Promise<Product | undefined> {
  const entry = await findEntry(db, id)
  return entry && presentProduct(entry, now)
}

/** These products in their present state, without those that are unknown or not listed. */
export function readEntries(db: Database, ids: readonly string[]): Promise<Entry[]> {
  return selectListed(db, inArray(products.id, [...ids]))
}

/** What the catalogue index reads. */
export const catalogueSource = (db: Database): CatalogueSource => ({
  readPage: (afterId) => selectListed(db, gt(products.id, afterId)),
  readEntries: (ids) => readEntries(db, ids),
})

/** The moves of stock, by their numbers. */
export const stockLedger = (db: Database) => ({
  /** 0 if there is none. */
  findLastMove: async (): Promise<number> => {
    const [row] = await db.select({ last: max(stockMoves.id) }).from(stockMoves)
    return row?.last ?? 0
  },
  /** The products with moves since that one. */
  listMovedSince: async (move: number): Promise<string[]> => {
    const since = gt(stockMoves.id, move)
    const moved = await db.selectDistinct({ id: stockMoves.productId }).from(stockMoves).where(since)
    return moved.map(({ id }) => id)
  },
})

export type StockLedger = ReturnType<typeof stockLedger>

async function selectListed(db: Database, which: SQL): Promise<Entry[]> {
  const rows = await db
    .select(ENTRY_COLUMNS)
    .from(products)
    .where(and(not(products.retired), which))
    .orderBy(asc(products.id))
    .limit(PAGE_PRODUCTS)
  return rows.map(entryOf)
}
