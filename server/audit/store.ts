import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { isAmong } from '#server/db/among.ts'
import type { Database } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/shop.ts'

export type Act = {
  /** A member of staff by name; the operating system's user who ran a command, or the name given with --as. */
  actor: string
  /** Who it was, if a member of staff. */
  memberId?: string | undefined
  /** The member's browser and system, in words. */
  device?: string | undefined
  /** Noun and verb, such as `order.refund`. */
  action: string
  /** What was changed. Identifies no shopper. */
  subject: string
  /** The state before and after, and the reason; short. Identifies no shopper. */
  details: Record<string, unknown>
  /** It was tried, and refused. */
  hasFailed?: boolean
}

/** Who does it. */
export type By = Pick<Act, 'actor' | 'memberId' | 'device'>

export type RecordedAct = typeof auditLog.$inferSelect

/** Records what was done in the audit log, in the transaction of its changes: both commit or neither. */
export async function recordAct(tx: Database, act: Act, now: Date): Promise<void> {
  await tx.insert(auditLog).values({ ...act, createdAt: now })
}

/** The newest `limit` acts, newest first. */
export async function listActs(
  db: Database,
  which: { since?: Date | undefined; limit: number },
): Promise<RecordedAct[]> {
  return db
    .select()
    .from(auditLog)
    .where(which.since && gte(auditLog.createdAt, which.since))
    .orderBy(desc(auditLog.id))
    .limit(which.limit)
}

/** Up to `limit` acts before the one with this id, newest first; and whether there are more. */
export async function listActsBefore(
  db: Database,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ acts: RecordedAct[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(before === undefined ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
  return { acts: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** All acts on one subject by actions of a noun, or of any of several, oldest first. */
export async function listActsOn(
  db: Database,
  noun: string | readonly string[],
  subject: string,
): Promise<RecordedAct[]> {
  const nouns = typeof noun === 'string' ? [noun] : noun
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), isAmong(sql`split_part(${auditLog.action}, '.', 1)`, nouns)))
    .orderBy(asc(auditLog.id))
}
