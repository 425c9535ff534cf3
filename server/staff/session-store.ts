import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { hashToken } from '#server/auth/session-store.ts'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { staffMembers, staffPasskeys, staffSessions } from '#server/db/schema/staff.ts'
import type { StaffSession as ListedSession } from '#shared/contract/admin/account.ts'
import type { Role } from '#shared/contract/permission.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import type { WaysIn } from './enrolment.ts'
import {
  deletePushSubscriptionsOf,
  deletePushSubscriptionsOfSession,
  movePushSubscriptions,
} from './push-store.ts'

const TOKEN_BYTES = 32
const IDLE_MS = 12 * HOUR_MS
export const SESSION_MS = 7 * DAY_MS
/** How long after signing in nothing asks for the second factor again. */
export const FRESH_MS = 5 * MINUTE_MS
/** How long a one-time link may stay fresh while its member sets up ways to sign in. */
const ENROLLING_MS = 30 * MINUTE_MS
const PER_MEMBER = 10
/** A session's last use is updated at most this often, so that not every request writes. */
const TOUCH_MS = 5 * MINUTE_MS

/** A live session with its member. */
export type StaffSession = WaysIn & {
  id: string
  memberId: string
  email: string
  name: string
  role: Role
  /** In words. */
  device: string
  /** See Device. */
  browser: string
  freshUntil: Date
}

/** The live session of a token: used within 12 hours, started within 7 days, of a member who is not suspended. */
export async function findStaffSession(
  db: Database,
  token: string | undefined,
  now: Date,
): Promise<StaffSession | undefined> {
  if (token === undefined) return undefined
  const [row] = await db
    .select({
      id: staffSessions.id,
      memberId: staffMembers.id,
      email: staffMembers.email,
      name: staffMembers.name,
      role: staffMembers.role,
      device: staffSessions.device,
      browser: staffSessions.browser,
      freshUntil: staffSessions.freshUntil,
      lastUsedAt: staffSessions.lastUsedAt,
      hasPassword: sql<boolean>`${staffMembers.passwordHash} is not null`,
      hasAuthenticator: sql<boolean>`${staffMembers.totpSecret} is not null`,
      hasPasskey: sql<boolean>`exists (select 1 from ${staffPasskeys} where ${staffPasskeys.memberId} = ${staffMembers.id})`,
    })
    .from(staffSessions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.memberId))
    .where(
      and(
        eq(staffSessions.tokenHash, hashToken(token)),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.lastUsedAt, new Date(now.getTime() - IDLE_MS)),
        isNull(staffMembers.suspendedAt),
      ),
    )
  if (row === undefined) return undefined
  const { lastUsedAt, ...session } = row
  if (lastUsedAt.getTime() < now.getTime() - TOUCH_MS) {
    await db.update(staffSessions).set({ lastUsedAt: now }).where(eq(staffSessions.id, session.id))
    await db.update(staffMembers).set({ lastSeenAt: now }).where(eq(staffMembers.id, session.memberId))
  }
  return session
}

/** Whether a session goes on; asking does not count as use of it. */
export async function isSessionLive(db: Database, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.memberId))
    .where(
      and(
        eq(staffSessions.id, id),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.lastUsedAt, new Date(now.getTime() - IDLE_MS)),
        isNull(staffMembers.suspendedAt),
      ),
    )
  return rows.length > 0
}

/**
 * Starts a session and returns its token, which is not stored. A member's eleventh session ends the oldest. The caller has locked
 * the member.
 */
export async function startStaffSession(
  tx: Database,
  { memberId, isByLink, ...caller }: { memberId: string; device: string; browser: string; isByLink: boolean },
  now: Date,
): Promise<{ id: string; token: string; freshUntil: Date }> {
  const older = await tx
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .where(eq(staffSessions.memberId, memberId))
    .orderBy(desc(staffSessions.createdAt))
    .offset(PER_MEMBER - 1)
  const ids = older.map((session) => session.id)
  if (ids.length > 0) await tx.delete(staffSessions).where(inArray(staffSessions.id, ids))
  const [id, token] = [newId(), randomBytes(TOKEN_BYTES).toString('base64url')]
  const freshUntil = new Date(now.getTime() + FRESH_MS)
  await tx.insert(staffSessions).values({
    ...{ ...caller, id, memberId, isByLink, freshUntil, createdAt: now, lastUsedAt: now },
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + SESSION_MS),
  })
  await movePushSubscriptions(tx, { memberId, sessionId: id, browser: caller.browser })
  return { id, token, freshUntil }
}

/** The second factor was given: nothing asks for it again for 5 minutes. */
export async function refreshSession(tx: Database, id: string, now: Date): Promise<void> {
  const freshUntil = new Date(now.getTime() + FRESH_MS)
  await tx.update(staffSessions).set({ freshUntil }).where(eq(staffSessions.id, id))
}

/** Whoever came by a one-time link has nothing yet to confirm with: setting something up takes longer than 5 minutes. */
export async function extendEnrolment(tx: Database, id: string, now: Date): Promise<void> {
  const wanted = new Date(now.getTime() + FRESH_MS).toISOString()
  const last = sql`${staffSessions.createdAt} + ${`${ENROLLING_MS} milliseconds`}::interval`
  await tx
    .update(staffSessions)
    .set({ freshUntil: sql`greatest(${staffSessions.freshUntil}, least(${wanted}::timestamptz, ${last}))` })
    .where(and(eq(staffSessions.id, id), staffSessions.isByLink))
}

export async function endStaffSession(db: Database, token: string): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.tokenHash, hashToken(token)))
}

/** Signs out: the device hears nothing any more either. */
export async function endSessionOfToken(db: Database, token: string): Promise<void> {
  const ended = await db
    .delete(staffSessions)
    .where(eq(staffSessions.tokenHash, hashToken(token)))
    .returning({ id: staffSessions.id })
  for (const { id } of ended) await deletePushSubscriptionsOfSession(db, id)
}

/** Ends one of a member's sessions, if it is theirs. */
export async function endSessionOf(tx: Database, memberId: string, id: string): Promise<boolean> {
  const ended = await tx
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, id), eq(staffSessions.memberId, memberId)))
    .returning({ id: staffSessions.id })
  if (ended.length > 0) await deletePushSubscriptionsOfSession(tx, id)
  return ended.length > 0
}

/** Ends a member's sessions, all but one if it is named. Returns how many. */
export async function endSessionsOf(
  tx: Database,
  memberId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  const ended = await tx
    .delete(staffSessions)
    .where(
      and(
        eq(staffSessions.memberId, memberId),
        except === undefined ? undefined : ne(staffSessions.id, except),
      ),
    )
    .returning({ id: staffSessions.id })
  await deletePushSubscriptionsOf(tx, memberId, except === undefined ? {} : { except })
  return ended.length
}

export async function listSessionsOf(
  db: Database,
  { memberId, id }: Pick<StaffSession, 'memberId' | 'id'>,
  now: Date,
): Promise<ListedSession[]> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.memberId, memberId),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.lastUsedAt, new Date(now.getTime() - IDLE_MS)),
      ),
    )
    .orderBy(desc(staffSessions.lastUsedAt), desc(staffSessions.id))
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    isThis: row.id === id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  }))
}

export async function deleteDeadStaffSessions(db: Database, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - IDLE_MS)
  await db
    .delete(staffSessions)
    .where(or(lte(staffSessions.expiresAt, now), lte(staffSessions.lastUsedAt, idleSince)))
}
