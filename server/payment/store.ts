import { and, asc, desc, eq, gte, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isAmongLocked } from '#server/db/among.ts'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { ORDER_COLUMNS, type Order } from '#server/order/store.ts'
import { SETTLED_OTHERWISE } from './attempt-state.ts'

export type Attempt = typeof paymentAttempts.$inferSelect
/** An attempt to pay, and the order that it pays for: each order has exactly one. */
export type Payment = { order: Order; attempt: Attempt }

type NewAttempt = Pick<Attempt, 'orderId' | 'provider' | 'reference' | 'amount' | 'createdAt'> & {
  nextCheckAt: Date
}

export async function insertAttempt(tx: Database, attempt: NewAttempt): Promise<void> {
  await tx
    .insert(paymentAttempts)
    .values({ ...attempt, id: newId(), updatedAt: attempt.createdAt })
    .prepare('insert_attempt')
    .execute()
}

export async function findAttempt(db: Database, reference: string): Promise<Attempt | undefined> {
  const rows = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, reference))
    .prepare('find_attempt')
    .execute()
  return rows[0]
}

/** By the provider's own number of a payment. */
export async function findReferenceOf(db: Database, transactionId: string): Promise<string | undefined> {
  const rows = await db
    .select({ reference: paymentAttempts.reference })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.providerTransactionId, transactionId))
  return rows[0]?.reference
}

export async function findPayment(db: Database, reference: string): Promise<Payment | undefined> {
  const rows = await db
    .select({ order: ORDER_COLUMNS, attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.reference, reference))
    .prepare('find_payment')
    .execute()
  return rows[0]
}

/** Throws if there is no such order. */
export async function getPaymentOfOrder(db: Database, orderId: string): Promise<Payment> {
  const [found] = await db
    .select({ order: ORDER_COLUMNS, attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(orders.id, orderId))
  if (found === undefined) throw new Error(`There is no payment of an order ${orderId}`)
  return found
}

/** The attempt of an order. Throws if there is none. */
export async function getAttemptOfOrder(db: Database, orderId: string): Promise<Attempt> {
  const [attempt] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .prepare('attempt_of_order')
    .execute()
  if (attempt === undefined) throw new Error(`Order ${orderId} has no payment attempt`)
  return attempt
}

/** Expires the attempt of an order that is being replaced. A state that records received money stays. */
export async function expireAttempt(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ state: 'expired', updatedAt: now })
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, ['created', 'started'])))
}

/** True when another order of the same checkout is paid. */
export async function hasPaidSibling(
  db: Database,
  order: { id: string; checkoutId: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.checkoutId, order.checkoutId), ne(orders.id, order.id), eq(orders.status, 'paid')))
  return rows.length > 0
}

/**
 * Payments since a time that are open, paid or being refunded: those that the provider's list of successes alone does
 * not cover.
 */
export async function listReferencesToCompare(db: Database, since: Date): Promise<string[]> {
  const isAtStake = or(
    inArray(orders.status, ['pending', 'paid']),
    inArray(paymentAttempts.state, SETTLED_OTHERWISE),
  )
  const rows = await db
    .select({ reference: paymentAttempts.reference })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(gte(paymentAttempts.createdAt, since), isAtStake))
    .orderBy(asc(paymentAttempts.createdAt))
  return rows.map((row) => row.reference)
}

type AttemptChange = Partial<
  Omit<Attempt, 'id' | 'orderId' | 'reference' | 'amount' | 'createdAt' | 'updatedAt'>
>

/** A column `updated_at` says since when the row is in its state: most checks change nothing, or only when the next is due. */
export const sinceWhen = (
  { state, updatedAt }: { state: AnyPgColumn; updatedAt: AnyPgColumn },
  newState: unknown,
  now: unknown,
) =>
  sql`case when ${state} = ${sql.param(newState, state)} then ${updatedAt} else ${sql.param(now, updatedAt)} end`

/** Changes an attempt whose order's checkout is locked, and returns it. Throws if there is none. */
export async function updateAttempt(
  tx: Database,
  id: string,
  change: AttemptChange,
  now: Date,
): Promise<Attempt> {
  const [changed] = await tx
    .update(paymentAttempts)
    .set({
      ...change,
      ...('state' in change ? { updatedAt: sinceWhen(paymentAttempts, change.state, now) } : {}),
    })
    .where(eq(paymentAttempts.id, id))
    .returning()
  if (changed === undefined) throw new Error(`There is no payment attempt ${id}`)
  return changed
}

/**
 * Sets when to check a payment next, if it still has the state of `attempt`: unlike updateAttempt without its checkout's
 * lock. Undefined if it has another state by now.
 */
export async function postponeCheck(
  db: Database,
  attempt: Attempt,
  nextCheckAt: Date,
): Promise<Attempt | undefined> {
  const { id, state } = attempt
  const rows = await db
    .update(paymentAttempts)
    .set({ nextCheckAt })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, state)))
    .returning()
  return rows[0]
}

/**
 * Leases attempts that are due for a check for `leaseMs`: no other process takes them in that time, and if this one
 * dies they become due again. Expired holds come first, because they block stock; the rest by due time.
 */
export async function claimDueAttempts(
  db: Database,
  now: Date,
  leaseMs: number,
  limit: number,
): Promise<string[]> {
  const hasEndedHold = sql`(${and(eq(orders.status, 'pending'), lte(orders.holdExpiresAt, now))}) is true`
  const due = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(lte(paymentAttempts.nextCheckAt, now))
    .orderBy(desc(hasEndedHold), asc(paymentAttempts.nextCheckAt))
    .limit(limit)
    .for('update', { of: paymentAttempts, skipLocked: true })
  const rows = await db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(now.getTime() + leaseMs), checks: sql`${paymentAttempts.checks} + 1` })
    .where(isAmongLocked(paymentAttempts.id, due))
    .returning({ reference: paymentAttempts.reference })
  return rows.map((row) => row.reference)
}
