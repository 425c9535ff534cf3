import { asc, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'

const listed = sql`not ${products.retired}`

/** When a product's page last changed: its data was updated, or its discount ended. */
function changedAt(now: Date): SQL<Date> {
  const ended = sql`case when ${products.discountExpiresAt} < ${now.toISOString()} then ${products.discountExpiresAt} end`
  return sql<Date>`greatest(${products.updatedAt}, ${ended})`.mapWith(products.updatedAt)
}

/** How many products are listed, and when one of them last changed; null for an empty shop. */
export async function countListed(
  db: Database,
  now: Date,
): Promise<{ count: number; changedAt: Date | null }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      changedAt: sql<Date | null>`max(${changedAt(now)})`.mapWith(products.updatedAt),
    })
    .from(products)
    .where(listed)
  return row ?? { count: 0, changedAt: null }
}

/** Every category and tag with listed products, and when one of these last changed. */
export async function listListings(
  db: Database,
  now: Date,
): Promise<{ kind: 'category' | 'tag'; name: string; changedAt: Date }[]> {
  const lastChange = sql<Date>`max(${changedAt(now)})`.mapWith(products.updatedAt)
  const categories = await db
    .select({ name: products.category, changedAt: lastChange })
    .from(products)
    .where(listed)
    .groupBy(products.category)
    .orderBy(asc(products.category))
  const tag = sql<string>`tag`
  const tags = await db
    .select({ name: tag, changedAt: lastChange })
    .from(sql`${products}, unnest(${products.tags}) as tag`)
    .where(listed)
    .groupBy(tag)
    .orderBy(asc(tag))
  return [
    ...categories.map((row) => ({ kind: 'category' as const, ...row })),
    ...tags.map((row) => ({ kind: 'tag' as const, ...row })),
  ]
}

/** A slice of the listed products in id order, which new products shift little, with their last changes. */
export async function listProductAddresses(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
  now: Date,
): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .select({ id: products.id, changedAt: changedAt(now) })
    .from(products)
    .where(listed)
    .orderBy(asc(products.id))
    .offset(offset)
    .limit(limit)
}
