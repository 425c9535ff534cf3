import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, or } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { sessions, users } from '#server/db/schema/person.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'

const TOKEN = /^[\w-]{20,200}$/

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of an Authorization header; undefined when there is none in our format. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

const TOKEN_BYTES = 32
const IDLE_MS = 7 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
const PER_USER = 10
/** A session's last use is updated at most this often, so that not every request writes. */
const TOUCH_MS = HOUR_MS

export type Session = { userId: string; tokenHash: string }

/** The live session of a token: used within 7 days and not past its absolute expiry. Otherwise undefined. */
export async function findSession(
  db: Database,
  token: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  if (token === undefined) return undefined
  const tokenHash = hashToken(token)
  const rows = await db
    .select({ userId: sessions.userId, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, now),
        gt(sessions.lastUsedAt, new Date(now.getTime() - IDLE_MS)),
      ),
    )
  const session = rows[0]
  if (session === undefined) return undefined
  if (session.lastUsedAt.getTime() < now.getTime() - TOUCH_MS) {
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.tokenHash, tokenHash))
  }
  return { userId: session.userId, tokenHash }
}

/** Starts a session and returns its token, which is not stored. A user's eleventh session ends the oldest. */
export async function startSession(tx: Database, userId: string, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  // Locks the user: otherwise two concurrent logins would each count nine sessions.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const older = await tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .offset(PER_USER - 1)
  if (older.length > 0) {
    await tx.delete(sessions).where(
      inArray(
        sessions.tokenHash,
        older.map((session) => session.tokenHash),
      ),
    )
  }
  await tx.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + ABSOLUTE_MS),
  })
  return token
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))
}

export async function endSessionsOf(tx: Database, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

export async function deleteDeadSessions(db: Database, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - IDLE_MS)
  await db.delete(sessions).where(or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, idleSince)))
}
