import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { isAmongLocked } from '#server/db/among.ts'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { refundLines, refunds } from '#server/db/schema/payment.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import type { Kobo } from '#shared/naira.ts'
import type { RefundReason } from '#shared/refund-words.ts'
import { sinceWhen } from '../store.ts'

export type Refund = typeof refunds.$inferSelect
export type NewRefund = {
  reference: string
  attemptId: string
  amount: Kobo
  reason: RefundReason
  /** If omitted, the first of its payment. */
  number?: number
  /** If omitted, it is. */
  isWhole?: boolean
}
/** Pieces of a line of the order that a refund is for. */
export type RefundLine = Pick<typeof refundLines.$inferSelect, 'position' | 'quantity' | 'isRestocked'>

/** Records an owed refund, once per payment and number. */
export async function insertRefund(tx: Database, refund: NewRefund, now: Date): Promise<string | undefined> {
  const rows = await tx
    .insert(refunds)
    .values({ ...refund, id: newId(), nextTryAt: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  return rows[0]?.id
}

const isDue = (now: Date) => and(inArray(refunds.state, ['requested', 'sent']), lte(refunds.nextTryAt, now))

const asClaimed = (now: Date, leaseMs: number) => ({
  nextTryAt: new Date(now.getTime() + leaseMs),
  attempts: sql`${refunds.attempts} + 1`,
})

/** Leases the refund that has been due for the longest, like claimDueAttempts; undefined if none is due. */
export async function claimDueRefund(db: Database, now: Date, leaseMs: number): Promise<Refund | undefined> {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isDue(now))
    .orderBy(asc(refunds.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(refunds)
    .set(asClaimed(now, leaseMs))
    .where(isAmongLocked(refunds.id, due))
    .returning()
  return rows[0]
}

/** Leases one refund; undefined if it is not due: it is done, or somebody else has it. */
export async function claimRefund(
  db: Database,
  id: string,
  now: Date,
  leaseMs: number,
): Promise<Refund | undefined> {
  const rows = await db
    .update(refunds)
    .set(asClaimed(now, leaseMs))
    .where(and(eq(refunds.id, id), isDue(now)))
    .returning()
  return rows[0]
}

/**
 * Makes a refund due now that the provider has accepted or refused. One that is still to be requested is scheduled already.
 */
export async function wakeRefund(db: Database, { id, state }: Refund, now: Date): Promise<void> {
  if (state === 'requested') return
  await db
    .update(refunds)
    .set({ state: 'sent', nextTryAt: now, updatedAt: sinceWhen(refunds, 'sent', now) })
    .where(and(eq(refunds.id, id), eq(refunds.state, state)))
}

/**
 * Records that the provider may have a claimed refund, before it is requested. False if another process, with a faster
 * clock, has claimed it since; that process continues with it.
 */
export async function markRequested(db: Database, { id, attempts }: Refund, now: Date): Promise<boolean> {
  const rows = await db
    .update(refunds)
    .set({ askedAt: sql`coalesce(${refunds.askedAt}, ${timestamptz(now)})` })
    .where(and(eq(refunds.id, id), eq(refunds.attempts, attempts), eq(refunds.state, 'requested')))
    .returning({ id: refunds.id })
  return rows.length > 0
}

/** `updatedAt` says since when it has its state, so it stays if the state does. An unknown id changes nothing. */
export async function updateRefund(
  db: Database,
  id: string,
  change: Partial<Pick<Refund, 'state' | 'providerRefundId' | 'providerState' | 'askedAt' | 'nextTryAt'>>,
  now: Date,
): Promise<void> {
  await db
    .update(refunds)
    .set({ ...change, ...(change.state && { updatedAt: sinceWhen(refunds, change.state, now) }) })
    .where(eq(refunds.id, id))
}

/** All refunds of a payment, in the order in which they were made. */
export function listRefundsOf(db: Database, reference: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.reference, reference)).orderBy(asc(refunds.number))
}

export async function insertRefundLines(
  tx: Database,
  refundId: string,
  lines: readonly RefundLine[],
): Promise<void> {
  if (lines.length > 0) await tx.insert(refundLines).values(lines.map((line) => ({ refundId, ...line })))
}

/** What the refunds of a payment were for. */
export function listRefundLinesOf(
  db: Database,
  reference: string,
): Promise<(RefundLine & { refundId: string })[]> {
  const { refundId, position, quantity, isRestocked } = refundLines
  return db
    .select({ refundId, position, quantity, isRestocked })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundId))
    .where(eq(refunds.reference, reference))
    .orderBy(asc(refunds.number), asc(position))
}
