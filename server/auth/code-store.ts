import { and, count, desc, eq, gt, inArray, isNull, lt, min, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { codes } from '#server/db/schema/person.ts'
import type { CodePurpose } from '#shared/contract/auth.ts'

/** Whose codes: those for an address that this known device asked for; null: that anybody else did. */
export type CodeOwner = { email: string; device: string | null }

const isOf = ({ email, device }: CodeOwner) =>
  and(eq(codes.email, email), device === null ? isNull(codes.device) : eq(codes.device, device))

/** Counts the codes requested since `since`, for any purpose. Tickets do not count. */
export async function countCodes(
  tx: Database,
  owner: CodeOwner,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const rows = await tx
    .select({ count: count(), first: min(codes.createdAt) })
    .from(codes)
    .where(
      and(
        isOf(owner),
        inArray(codes.purpose, ['verify_email', 'reset_password']),
        gt(codes.createdAt, since),
      ),
    )
  return rows[0] ?? { count: 0, first: null }
}

export async function findLastCodeTime(
  tx: Database,
  owner: CodeOwner,
  purpose: CodePurpose,
): Promise<Date | undefined> {
  const rows = await tx
    .select({ createdAt: codes.createdAt })
    .from(codes)
    .where(and(isOf(owner), eq(codes.purpose, purpose)))
    .orderBy(desc(codes.createdAt))
    .limit(1)
  return rows[0]?.createdAt
}

/** Stores a new code or ticket and invalidates the earlier ones of the same owner. */
export async function insertCode(
  tx: Database,
  code: CodeOwner & {
    purpose: CodePurpose | 'reset_ticket'
    codeHash: string
    expiresAt: Date
    createdAt: Date
  },
): Promise<void> {
  await tx
    .update(codes)
    .set({ usedAt: code.createdAt })
    .where(and(isOf(code), eq(codes.purpose, code.purpose), isNull(codes.usedAt)))
  await tx.insert(codes).values({ ...code, id: newId() })
}

/** Invalidates an address's codes of these purposes. */
export async function endCodes(
  tx: Database,
  email: string,
  purposes: (typeof codes.$inferSelect)['purpose'][],
  now: Date,
): Promise<void> {
  await tx
    .update(codes)
    .set({ usedAt: now })
    .where(and(eq(codes.email, email), inArray(codes.purpose, purposes), isNull(codes.usedAt)))
}

export type LiveCode = { id: string; codeHash: string; tries: number }

const liveCode = (owner: CodeOwner, purpose: CodePurpose, now: Date) =>
  and(isOf(owner), eq(codes.purpose, purpose), isNull(codes.usedAt), gt(codes.expiresAt, now))

const usableCode = (owner: CodeOwner, purpose: CodePurpose, triesMax: number, now: Date) =>
  and(liveCode(owner, purpose, now), lt(codes.tries, triesMax))

/** Counts a try of the live code, atomically. Undefined when there is no live code with a try left. */
export async function countTry(
  db: Database,
  owner: CodeOwner,
  purpose: CodePurpose,
  triesMax: number,
  now: Date,
): Promise<LiveCode | undefined> {
  const rows = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(usableCode(owner, purpose, triesMax, now))
    .returning({ id: codes.id, codeHash: codes.codeHash, tries: codes.tries })
  return rows[0]
}

/** Whether a code has neither expired nor been used, even if its tries are used up. */
export async function hasLiveCode(
  db: Database,
  owner: CodeOwner,
  purpose: CodePurpose,
  now: Date,
): Promise<boolean> {
  return (await db.$count(codes, liveCode(owner, purpose, now))) > 0
}

/** Whether there is a live code with a try left. */
export async function hasUsableCode(
  db: Database,
  owner: CodeOwner,
  purpose: CodePurpose,
  triesMax: number,
  now: Date,
): Promise<boolean> {
  return (await db.$count(codes, usableCode(owner, purpose, triesMax, now))) > 0
}

export async function findTicket(
  db: Database,
  email: string,
  ticketHash: string,
  now: Date,
): Promise<string | undefined> {
  const rows = await db
    .select({ id: codes.id })
    .from(codes)
    .where(
      and(
        eq(codes.email, email),
        eq(codes.purpose, 'reset_ticket'),
        eq(codes.codeHash, ticketHash),
        isNull(codes.usedAt),
        gt(codes.expiresAt, now),
      ),
    )
  return rows[0]?.id
}

/** Marks a live code used; true for exactly one caller. */
export async function useCode(tx: Database, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(codes)
    .set({ usedAt: now })
    .where(and(eq(codes.id, id), isNull(codes.usedAt), gt(codes.expiresAt, now)))
    .returning({ id: codes.id })
  return rows.length > 0
}

/** Deletes an address's codes and tickets, and returns how many there were. */
export async function deleteCodesOf(tx: Database, email: string): Promise<number> {
  const rows = await tx.delete(codes).where(eq(codes.email, email)).returning({ id: codes.id })
  return rows.length
}

export async function deleteCodesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(codes).where(lt(codes.createdAt, before))
}
