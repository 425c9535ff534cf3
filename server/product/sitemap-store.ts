import { asc, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { products } from '#server/db/schema.ts'

const onSale = sql`not ${products.retired}`

/** When what a product's page says last changed: its description was written, or its discount ended. */
function changedAt(now: Date): SQL<Date> {
  const ended = sql`case when ${products.discountExpiresAt} < ${now.toISOString()} then ${products.discountExpiresAt} end`
  return sql<Date>`greatest(${products.updatedAt}, ${ended})`.mapWith(products.updatedAt)
}

/** How many products the lists show; the time is null for an empty shop. */
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
    .where(onSale)
  return row ?? { count: 0, changedAt: null }
}

/** Every category and tag that lists something, and when one of its products last changed. */
export async function listListings(
  db: Database,
  now: Date,
): Promise<{ kind: 'category' | 'tag'; name: string; changedAt: Date }[]> {
  const lastChange = sql<Date>`max(${changedAt(now)})`.mapWith(products.updatedAt)
  const categories = await db
    .select({ name: products.category, changedAt: lastChange })
    .from(products)
    .where(onSale)
    .groupBy(products.category)
    .orderBy(asc(products.category))
  const tag = sql<string>`tag`
  const tags = await db
    .select({ name: tag, changedAt: lastChange })
    .from(sql`${products}, unnest(${products.tags}) as tag`)
    .where(onSale)
    .groupBy(tag)
    .orderBy(asc(tag))
  return [
    ...categories.map((row) => ({ kind: 'category' as const, ...row })),
    ...tags.map((row) => ({ kind: 'tag' as const, ...row })),
  ]
}

/** Addresses of listed products in the order of their ids, which new products do not shift much. */
export async function listProductAddresses(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
  now: Date,
): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .select({ id: products.id, changedAt: changedAt(now) })
    .from(products)
    .where(onSale)
    .orderBy(asc(products.id))
    .offset(offset)
    .limit(limit)
}
