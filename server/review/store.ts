import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { products, reviews } from '#server/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { waysToOwn } from '#server/order/ownership.ts'
import type { Review, ReviewData, ReviewSummary } from '#shared/contract/review.ts'
import { REVIEWS_LISTED_MAX, REVIEWS_SHOWN_INLINE } from '#shared/limits.ts'

/** The newest REVIEWS_LISTED_MAX, newest first; undefined when there is no such product. Two statements. */
export async function findReviews(db: Database, productId: string): Promise<Review[] | undefined> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.id, productId))
  if (product === undefined) return undefined
  return selectReviews(db, eq(reviews.productId, productId))
}

/** How many reviews gave each number of stars, and the newest; undefined when there is no such product. */
export async function summarizeReviews(db: Database, productId: string): Promise<ReviewSummary | undefined> {
  const stars = [1, 2, 3, 4, 5].map(
    (rating) => sql`count(*) filter (where ${reviews.rating} = ${rating})::int`,
  )
  const [found] = await db
    .select({ counts: sql<number[]>`array[${sql.join(stars, sql`, `)}]` })
    .from(products)
    .leftJoin(reviews, eq(reviews.productId, products.id))
    .where(eq(products.id, productId))
    .groupBy(products.id)
  if (found === undefined) return undefined
  const newest = await selectReviews(db, eq(reviews.productId, productId), REVIEWS_SHOWN_INLINE)
  return { counts: found.counts, newest }
}

async function selectReviews(db: Database, which: SQL, most = REVIEWS_LISTED_MAX): Promise<Review[]> {
  const listed = db
    .$with('listed')
    .as(db.select().from(reviews).where(which).orderBy(desc(reviews.createdAt), desc(reviews.id)).limit(most))
  const paidFor = waysToOwn(db, listed.userId).map((isTheirs) =>
    db
      .select({ id: listed.id })
      .from(listed)
      .innerJoin(orders, and(isTheirs, eq(orders.status, 'paid')))
      .innerJoin(
        orderLines,
        and(eq(orderLines.orderId, orders.id), eq(orderLines.productId, listed.productId)),
      ),
  )
  const { id, productId, userId, userName, rating, comment, createdAt } = listed
  // Finds the verified buyers of the whole list at once: a subquery per row took a second for 5,000 reviews.
  const verified = sql<boolean>`${id} in (${sql.join(paidFor, sql` union all `)})`
  const rows = await db
    .with(listed)
    .select({ id, productId, userId, userName, rating, comment, createdAt, verified })
    .from(listed)
    .orderBy(desc(createdAt), desc(id))
  return rows.map(presentReview)
}

/**
 * Inserts the review and adds it to the product's score. Otherwise returns the reason: the product is unknown, or the user
 * has already reviewed it. The caller must then roll back the transaction.
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
      id: newId(),
      productId,
      rating,
      comment,
      createdAt: now,
      userId: user.id,
      userName: user.fullName,
    })
    .onConflictDoNothing({ target: [reviews.productId, reviews.userId] })
    .returning({ id: reviews.id })
  if (inserted === undefined) return 'already reviewed'
  const [review] = await selectReviews(tx, eq(reviews.id, inserted.id))
  if (review === undefined) throw new Error('The inserted review was not found')
  return review
}

/** Changes a review and the score, if it is this user's; returns it, or undefined when it is not. */
export async function updateReview(
  tx: Database,
  reviewId: string,
  userId: string,
  { rating, comment }: ReviewData,
): Promise<Review | undefined> {
  const isTheirs = and(eq(reviews.id, reviewId), eq(reviews.userId, userId))
  const [before] = await tx.select().from(reviews).where(isTheirs).for('update')
  if (before === undefined) return undefined
  await tx.update(reviews).set({ rating, comment }).where(isTheirs)
  await addToScore(tx, before.productId, rating - before.rating, 0)
  const [review] = await selectReviews(tx, eq(reviews.id, reviewId))
  return review
}

/**
 * Removes a review from its product and from the score, if it is this user's; returns the product's id, or undefined when
 * it is not.
 */
export async function removeReview(
  tx: Database,
  reviewId: string,
  userId: string,
): Promise<string | undefined> {
  const [removed] = await tx
    .delete(reviews)
    .where(and(eq(reviews.id, reviewId), eq(reviews.userId, userId)))
    .returning({ productId: reviews.productId, rating: reviews.rating })
  if (removed === undefined) return undefined
  await addToScore(tx, removed.productId, -removed.rating, -1)
  return removed.productId
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

function presentReview(row: typeof reviews.$inferSelect & { verified: boolean }): Review {
  return {
    _id: row.id,
    productId: row.productId,
    // An imported review, or one whose writer was deleted, has no owner. No user id has this form.
    user: { _id: row.userId ?? `review-${row.id}` },
    userName: row.userName,
    rating: row.rating,
    comment: row.comment,
    verified: row.verified,
    createdAt: row.createdAt.toISOString(),
  }
}
