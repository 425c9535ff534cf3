import { inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import type { CatalogueProduct, KnownProduct } from './catalogue.ts'
import { endAhead } from './check-discount.ts'
import { batchesOf } from './store.ts'

/** What the shop holds of the products with these SKUs, by SKU; those that it does not have are left out. */
export async function listKnownProducts(
  db: Database,
  skus: readonly string[],
): Promise<Map<string, KnownProduct>> {
  const { sku, tags, colors, sizes, images, discountType, discountValue, discountExpiresAt } = products
  const known = new Map<string, KnownProduct>()
  for (const batch of batchesOf(skus)) {
    const rows = await db
      .select({ sku, tags, colors, sizes, images, discountType, discountValue, discountExpiresAt })
      .from(products)
      .where(inArray(sku, batch))
    for (const row of rows) known.set(row.sku, row)
  }
  return known
}

export type ProductWrite = CatalogueProduct & { addresses: string[] | undefined; firstAddedAt: Date }

/**
 * Inserts new products and updates those that differ; the others are not touched, so that shoppers do not wait for their
 * rows. What a write does not name stays as it is stored. Returns the ids of all, by SKU, and which were written.
 */
export async function saveProducts(
  tx: Database,
  writes: readonly ProductWrite[],
  now: Date,
): Promise<{ ids: Map<string, string>; created: string[]; changed: string[] }> {
  const skus = writes.map((write) => write.sku)
  const present = await tx.select(CONTENT).from(products).where(inArray(products.sku, skus))
  const presentBySku = new Map(present.map((row) => [row.sku, row]))
  const ids = new Map<string, string>()
  const created: string[] = []
  const changed: string[] = []
  const rows: (typeof products.$inferInsert)[] = []
  for (const write of writes) {
    const before = presentBySku.get(write.sku)
    const row = { id: before?.id ?? newId(), ...contentOf(write, before, now) }
    ids.set(write.sku, row.id)
    if (before && isSameContent(before, row)) continue
    if (before) changed.push(row.id)
    else created.push(row.id)
    rows.push({ ...row, updatedAt: now })
  }
  if (rows.length > 0) {
    await tx.insert(products).values(rows).onConflictDoUpdate({ target: products.id, set: EXCLUDED_CONTENT })
  }
  return { ids, created, changed }
}

/** What a write names that is stored as it is, in a column of that name. */
type OfOneColumn = Exclude<keyof CatalogueProduct, 'row' | 'discount' | 'stock'>

const CONTENT = {
  id: products.id,
  sku: products.sku,
  name: products.name,
  description: products.description,
  fabric: products.fabric,
  fit: products.fit,
  care: products.care,
  returns: products.returns,
  arrival: products.arrival,
  category: products.category,
  tags: products.tags,
  colors: products.colors,
  sizes: products.sizes,
  images: products.images,
  price: products.price,
  discountType: products.discountType,
  discountValue: products.discountValue,
  discountExpiresAt: products.discountExpiresAt,
  addedAt: products.addedAt,
} satisfies Record<string, PgColumn> & Record<OfOneColumn, PgColumn>

type Content = Pick<typeof products.$inferSelect, keyof typeof CONTENT>

const { id: _id, sku: _sku, ...WRITTEN } = { ...CONTENT, updatedAt: products.updatedAt }
const EXCLUDED_CONTENT = Object.fromEntries(
  Object.entries(WRITTEN).map(([key, column]) => [key, sql.raw(`excluded.${column.name}`)]),
)

function contentOf(write: ProductWrite, before: Content | undefined, now: Date): Omit<Content, 'id'> {
  return {
    sku: write.sku,
    name: write.name,
    description: write.description ?? before?.description ?? '',
    fabric: write.fabric ?? before?.fabric ?? '',
    fit: write.fit ?? before?.fit ?? '',
    care: write.care ?? before?.care ?? '',
    returns: write.returns ?? before?.returns ?? '',
    arrival: write.arrival ?? before?.arrival ?? '',
    category: write.category,
    tags: write.tags ?? before?.tags ?? [],
    colors: write.colors ?? before?.colors ?? [],
    sizes: write.sizes ?? before?.sizes ?? [],
    images: write.addresses ?? before?.images ?? [],
    price: write.price,
    ...discountOf(write.discount, before, now),
    addedAt: write.addedAt ?? before?.addedAt ?? write.firstAddedAt,
  }
}

function discountOf(
  named: ProductWrite['discount'],
  before: Content | undefined,
  now: Date,
): Pick<Content, 'discountType' | 'discountValue' | 'discountExpiresAt'> {
  const { discountType = null, discountValue = null, discountExpiresAt = null } = before ?? {}
  if (named === undefined) return { discountType, discountValue, discountExpiresAt }
  if (named === null) return { discountType: null, discountValue: null, discountExpiresAt: null }
  const { type, value, expiresAt = endAhead(discountExpiresAt, now) } = named
  return { discountType: type, discountValue: value, discountExpiresAt: expiresAt }
}

function isSameContent(before: Content, after: Content): boolean {
  const content = (row: Content) =>
    JSON.stringify(Object.keys(CONTENT).map((key) => row[key as keyof Content]))
  return content(before) === content(after)
}
