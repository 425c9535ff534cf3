import { and, asc, count, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products, reviews, shippingPlaces } from '#server/db/schema/catalogue.ts'
import type { CataloguePlace, CatalogueReview } from './catalogue.ts'
import type { NamesInShop } from './check-spelling.ts'

/** Takes the import lock until the transaction ends; false when another import holds it. */
export async function lockCatalogue(tx: Database): Promise<boolean> {
  const rows = await tx
    .select({ locked: sql<boolean>`pg_try_advisory_xact_lock(hashtext('jara.catalogue'))` })
    .from(sql`(select 1) as one`)
  return rows[0]?.locked === true
}

/** Ids of all products, retired ones too, by SKU; in the order in which their stock is locked (the database's collation). */
export async function listProductIds(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .select({ sku: products.sku, id: products.id })
    .from(products)
    .orderBy(asc(products.id))
  return new Map(rows.map((row) => [row.sku, row.id]))
}

/**
 * Every category, tag, colour and size of the products for sale, except those with the given SKUs. Each field is made
 * distinct by itself: one sort of them all takes as long as a statement may with 100,000 products.
 */
export async function listNames(db: Database, exceptSkus: readonly string[]): Promise<NamesInShop> {
  return rowsOf(
    db,
    sql`with others as (
        select category, tags, colors, sizes from ${products}
        where not retired and sku not in (select jsonb_array_elements_text(${JSON.stringify(exceptSkus)}::jsonb))
      )
      select 'category' as field, name from (select distinct category as name from others) as categories
      union all select 'tags', name from (select distinct unnest(tags) as name from others) as tags
      union all select 'colors', name from (select distinct unnest(colors) as name from others) as colors
      union all select 'sizes', name from (select distinct unnest(sizes) as name from others) as sizes
      order by field, name`,
  )
}

export type LockedProduct = { id: string; sku: string; name: string; retired: boolean }

/** Locks products until the transaction ends; in the order of their ids, as an import does. */
export async function lockProducts(tx: Database, ids: readonly string[]): Promise<LockedProduct[]> {
  const { id, sku, name, retired } = products
  return tx
    .select({ id, sku, name, retired })
    .from(products)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('no key update')
}

/** Takes products off sale or puts them back. */
export async function setRetired(
  tx: Database,
  ids: readonly string[],
  retired: boolean,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(products)
    .set({ retired, updatedAt: now })
    .where(inArray(products.id, [...ids]))
}

export type ReviewWrite = CatalogueReview & { productId: string }

/** Inserts imported reviews or updates those of the same product and name; customers' own reviews are not touched. */
export async function saveReviews(tx: Database, rows: readonly ReviewWrite[]): Promise<void> {
  for (const batch of batchesOf(rows)) {
    await tx
      .insert(reviews)
      .values(
        batch.map(({ productId, userName, rating, comment, createdAt }) => ({
          id: newId(),
          productId,
          userName,
          rating,
          comment,
          createdAt,
        })),
      )
      .onConflictDoUpdate({
        target: [reviews.productId, reviews.userName],
        targetWhere: isNull(reviews.userId),
        set: {
          rating: sql`excluded.rating`,
          comment: sql`excluded.comment`,
          createdAt: sql`excluded.created_at`,
        },
      })
  }
}

/** Recomputes the products' rating sums from their reviews, imported or written here. */
export async function recountRatings(tx: Database, productIds: readonly string[]): Promise<void> {
  // In the order of all locks.
  for (const batch of batchesOf([...new Set(productIds)].toSorted())) {
    // A statement of its own: one that counts and then waits for a shopper's review overwrites what that review added.
    await tx
      .select({ id: products.id })
      .from(products)
      .where(inArray(products.id, batch))
      .orderBy(asc(products.id))
      .for('no key update')
    const counted = tx
      .select({
        productId: reviews.productId,
        sum: sql<number>`sum(${reviews.rating})`.as('sum'),
        count: count().as('count'),
      })
      .from(reviews)
      .where(inArray(reviews.productId, batch))
      .groupBy(reviews.productId)
      .as('counted')
    await tx
      .update(products)
      .set({ ratingSum: sql`${counted.sum}`, ratingCount: sql`${counted.count}` })
      .from(counted)
      .where(
        and(
          eq(products.id, counted.productId),
          sql`(${products.ratingSum}, ${products.ratingCount}) is distinct from (${counted.sum}, ${counted.count})`,
        ),
      )
  }
}

/** Replaces the shop's delivery places by the given ones, in that order. Fees of existing orders do not change. */
export async function replacePlaces(
  tx: Database,
  places: readonly CataloguePlace[],
): Promise<{ removed: number }> {
  const names = places.map((place) => place.place)
  const removed = await tx
    .delete(shippingPlaces)
    .where(notInArray(shippingPlaces.place, names))
    .returning({ place: shippingPlaces.place })
  await tx
    .insert(shippingPlaces)
    .values(places.map((place, position) => ({ ...place, position })))
    .onConflictDoUpdate({
      target: shippingPlaces.place,
      set: {
        amount: sql`excluded.amount_kobo`,
        position: sql`excluded.position`,
        states: sql`excluded.states`,
        areas: sql`excluded.areas`,
      },
    })
  return { removed: removed.length }
}

/** Whether there is any place to deliver to. */
export async function hasPlaces(db: Database): Promise<boolean> {
  const rows = await db.select({ place: shippingPlaces.place }).from(shippingPlaces).limit(1)
  return rows.length > 0
}

/** Well below the limit of 65,535 parameters per statement. */
const ROWS_PER_STATEMENT = 1_000

export function* batchesOf<T>(rows: readonly T[], size: number = ROWS_PER_STATEMENT): Generator<T[]> {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size)
}
