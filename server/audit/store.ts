import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/shop.ts'

export type Act = {
  /** The operating system's user who ran the command, or the name given with --as. */
  actor: string
  /** Noun and verb, such as `order.refund`. */
  action: string
  /** What was changed. Identifies no shopper. */
  subject: string
  /** The state before and after, and the reason; short. Identifies no shopper. */
  details: Record<string, unknown>
}

export type RecordedAct = typeof auditLog.$inferSelect

/** Records a command in the audit log, in the transaction of its changes: both commit or neither. */
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

/** All acts on one subject by actions of one noun, oldest first. */
export async function listActsOn(db: Database, noun: string, subject: string): Promise<RecordedAct[]> {
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), sql`starts_with(${auditLog.action}, ${`${noun}.`})`))
    .orderBy(asc(auditLog.id))
}
