import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema.ts'

export type Act = {
  /** Who gave the command: the operating system's user, or the name given with --as. */
  actor: string
  /** Noun and verb, such as `order.refund`. */
  action: string
  /** What it was done to. Names no shopper. */
  subject: string
  /** Small: what it was before, what it is now, and why. Names no shopper. */
  details: Record<string, unknown>
}

export type RecordedAct = Omit<Act, 'actor'> & { id: number; actor: string | null; createdAt: Date }

/** Puts on record what was done by command, in the transaction of what was done: both are kept or neither. */
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

/** All that was done to one subject by actions of one noun, oldest first. */
export async function listActsOn(db: Database, noun: string, subject: string): Promise<RecordedAct[]> {
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), sql`starts_with(${auditLog.action}, ${`${noun}.`})`))
    .orderBy(asc(auditLog.id))
}
