import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { lockEmail } from '#server/auth/store.ts'
import type { Database } from '#server/db/connection.ts'
import { isId, newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockAlerts, stockItems } from '#server/db/schema/stock.ts'
import { dropOwedMailsTo } from '#server/mail/store.ts'
import { isForSale } from '#server/product/for-sale.ts'
import type { StockKey } from '#server/stock/quantity.ts'

export type StockAlert = StockKey & { id: string; email: string }

/** How many of the item can be bought; undefined if it is not for sale at all. */
export async function findAvailable(
  db: Database,
  { productId, color, size }: StockKey,
): Promise<number | undefined> {
  const [row] = await db
    .select({ available: stockItems.available })
    .from(products)
    .innerJoin(stockItems, eq(stockItems.productId, products.id))
    .where(
      and(
        eq(products.id, productId),
        eq(stockItems.color, color),
        eq(stockItems.size, size),
        isForSale(stockItems, products),
      ),
    )
  return row?.available
}

/** One row per address, product, colour and size. A notified alert becomes active again; the place of a waiting one stays. */
export async function storeAlert(
  db: Database,
  alert: StockKey & { email: string },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    // An erasure of the address sees it, or comes first.
    await lockEmail(tx, alert.email)
    await tx
      .insert(stockAlerts)
      .values({ ...alert, id: newId(), createdAt: now })
      .onConflictDoUpdate({
        target: [stockAlerts.email, stockAlerts.productId, stockAlerts.color, stockAlerts.size],
        set: { toldAt: null, createdAt: now },
        setWhere: isNotNull(stockAlerts.toldAt),
      })
  })
}

/**
 * Takes up to `limit` waiting alerts whose colour and size is in stock, oldest first, and marks them as notified. Call it
 * in the transaction that queues their mails. Skips alerts that another process is taking.
 */
export async function claimDueAlerts(tx: Database, limit: number, now: Date): Promise<StockAlert[]> {
  const due = await rowsOf<{ id: string }>(
    tx,
    sql`select a.id from ${stockAlerts} a
      join ${products} p on p.id = a.product_id
      join ${stockItems} s on s.product_id = a.product_id and s.color = a.color and s.size = a.size and s.available > 0
        and ${isForSale(alias(stockItems, 's'), alias(products, 'p'))}
      where a.told_at is null order by a.created_at, a.id limit ${limit} for update of a skip locked`,
  )
  if (due.length === 0) return []
  const ids = due.map((alert) => alert.id)
  const { id, email, productId, color, size, createdAt } = stockAlerts
  await tx.update(stockAlerts).set({ toldAt: now }).where(inArray(id, ids))
  return tx
    .select({ id, email, productId, color, size })
    .from(stockAlerts)
    .where(inArray(id, ids))
    .orderBy(asc(createdAt), asc(id))
}

/** Deletes all alerts of the address of this alert, and their mails that are still to be sent; nothing for a text that is not an id. */
export async function deleteAlertsLike(db: Database, alertId: string): Promise<void> {
  if (!isId(alertId)) return
  await transact(db, async (tx) => {
    const sameAddress = sql`(select a.email from ${stockAlerts} a where a.id = ${alertId})`
    const [deleted] = await tx
      .delete(stockAlerts)
      .where(eq(stockAlerts.email, sameAddress))
      .returning({ email: stockAlerts.email })
    if (deleted !== undefined) await dropOwedMailsTo(tx, { kind: 'back_in_stock', recipient: deleted.email })
  })
}

/** Deletes old alerts, so that addresses are not stored longer than needed. */
export async function deleteOldAlerts(
  db: Database,
  notifiedBefore: Date,
  requestedBefore: Date,
): Promise<void> {
  await db
    .delete(stockAlerts)
    .where(
      or(
        lt(stockAlerts.toldAt, notifiedBefore),
        and(isNull(stockAlerts.toldAt), lt(stockAlerts.createdAt, requestedBefore)),
      ),
    )
}
