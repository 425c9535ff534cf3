import { and, desc, eq, exists, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders, products, reviews } from '#server/db/schema.ts'
import type { Review } from '#shared/contract/review.ts'

/** Newest first; undefined when there is no such product. Two statements. */
export async function findReviews(db: Database, productId: string): Promise<Review[] | undefined> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.id, productId))
  if (product === undefined) return undefined
  const rows = await db
    .select({ review: reviews, verified: sql<boolean>`${exists(paidLineOf(db))}` })
    .from(reviews)
    .where(eq(reviews.productId, productId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
  return rows.map(({ review, verified }) => presentReview(review, verified))
}

/** Over a row of reviews: the writer's paid orders of that product. */
function paidLineOf(db: Database) {
  return db
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, reviews.userId),
        eq(orders.status, 'paid'),
        eq(orderLines.productId, reviews.productId),
      ),
    )
}

function presentReview(row: typeof reviews.$inferSelect, verified: boolean): Review {
  return {
    _id: row.id,
    // A review that came with the catalogue, or whose writer is gone, belongs to nobody: no user's id looks like this.
    user: { _id: row.userId ?? `review-${row.id}` },
    userName: row.userName,
    rating: row.rating,
    comment: row.comment,
    verified,
    createdAt: row.createdAt.toISOString(),
  }
}
