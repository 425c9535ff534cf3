import { and, desc, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { orderLines, orders, products, reviews } from '#server/db/schema.ts'
import { waysToOwn } from '#server/order/ownership.ts'
import type { Review, ReviewData } from '#shared/contract/review.ts'

/** Newest first; undefined when there is no such product. Two statements. */
export async function findReviews(db: Database, productId: string): Promise<Review[] | undefined> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.id, productId))
  if (product === undefined) return undefined
  return selectReviews(db, eq(reviews.productId, productId))
}

async function selectReviews(db: Database, which: SQL): Promise<Review[]> {
  const rows = await db
    .select({ review: reviews, verified: sql<boolean>`${hasBought(db)}` })
    .from(reviews)
    .where(which)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
  return rows.map(({ review, verified }) => presentReview(review, verified))
}

/**
 * Keeps the review and counts it in the product's score. Answers why not: the product is unknown, or this user has
 * reviewed it already. In one transaction, which the caller rolls back unless a review comes out.
 */
export async function insertReview(
  tx: Database,
  productId: string,
  user: { id: string; fullName: string },
  { rating, comment }: ReviewData,
  now: Date,
): Promise<Review | 'no product' | 'already reviewed'> {
  if (!(await addToScore(tx, productId, rating, 1))) return 'no product'
  const [inserted] = await tx
    .insert(reviews)
    .values({
      ...{ id: newId(), productId, rating, comment, createdAt: now },
      ...{ userId: user.id, userName: user.fullName },
    })
    .onConflictDoNothing({ target: [reviews.productId, reviews.userId] })
    .returning({ id: reviews.id })
  if (inserted === undefined) return 'already reviewed'
  const [review] = await selectReviews(tx, eq(reviews.id, inserted.id))
  if (review === undefined) throw new Error('The review just written is not there')
  return review
}

/** Removes a review from its product and from the score, if it is this user's; true when it was. */
export async function removeReview(tx: Database, reviewId: string, userId: string): Promise<boolean> {
  const [removed] = await tx
    .delete(reviews)
    .where(and(eq(reviews.id, reviewId), eq(reviews.userId, userId)))
    .returning({ productId: reviews.productId, rating: reviews.rating })
  if (removed === undefined) return false
  await addToScore(tx, removed.productId, -removed.rating, -1)
  return true
}

export async function isReview(db: Database, reviewId: string): Promise<boolean> {
  const rows = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, reviewId))
  return rows.length > 0
}

/** False when there is no such product. */
async function addToScore(tx: Database, productId: string, sum: number, count: number): Promise<boolean> {
  const rows = await tx
    .update(products)
    .set({
      ratingSum: sql`${products.ratingSum} + ${sum}`,
      ratingCount: sql`${products.ratingCount} + ${count}`,
    })
    .where(eq(products.id, productId))
    .returning({ id: products.id })
  return rows.length > 0
}

/** Over a row of reviews: whether its writer has paid for that product. */
function hasBought(db: Database): SQL | undefined {
  return or(...waysToOwn(db, reviews.userId).map((isTheirs) => exists(paidLine(db, isTheirs))))
}

function paidLine(db: Database, isTheirs: SQL) {
  return db
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(isTheirs, eq(orders.status, 'paid'), eq(orderLines.productId, reviews.productId)))
}

function presentReview(row: typeof reviews.$inferSelect, verified: boolean): Review {
  return {
    _id: row.id,
    productId: row.productId,
    // A review that came with the catalogue, or whose writer is gone, belongs to nobody: no user's id looks like this.
    user: { _id: row.userId ?? `review-${row.id}` },
    userName: row.userName,
    rating: row.rating,
    comment: row.comment,
    verified,
    createdAt: row.createdAt.toISOString(),
  }
}
