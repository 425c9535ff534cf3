import { createHash } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { sessions } from '#server/db/schema.ts'

const IDLE_MS = 7 * 86_400_000
/** A session's last use is written down at most this often, so that reading does not write each time. */
const TOUCH_MS = 60 * 60_000
const TOKEN = /^[\w-]{20,200}$/

export type Session = { userId: string; tokenHash: string }

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of an Authorization header, or undefined when there is none that could be ours. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** The live session of a token: used within 7 days and not past its absolute end. A dead or absent one is nobody's. */
export async function findSession(
  db: Database,
  token: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  if (token === undefined) return undefined
  const tokenHash = hashToken(token)
  const rows = await db
    .select({ userId: sessions.userId })
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
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        lt(sessions.lastUsedAt, new Date(now.getTime() - TOUCH_MS)),
      ),
    )
  return { userId: session.userId, tokenHash }
}
