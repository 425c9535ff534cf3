import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { staffChallenges } from '#server/db/schema/staff.ts'
import { MINUTE_MS } from '#shared/duration.ts'

const LIFE_MS = 5 * MINUTE_MS

/** Whoever registers a passkey is known; whoever signs in with one is not yet. */
export type Whose = { purpose: 'register'; memberId: string } | { purpose: 'sign-in' }

/** Stores what a passkey has to sign; returns its id. */
export async function storeChallenge(
  db: Database,
  whose: Whose,
  challenge: string,
  now: Date,
): Promise<string> {
  const id = newId()
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  await db.insert(staffChallenges).values({ ...whose, id, challenge, expiresAt })
  return id
}

/** Uses up a challenge, whatever comes of it; undefined if it was used, has expired, or is not theirs. */
export async function spendChallenge(
  db: Database,
  id: string,
  whose: Whose,
  now: Date,
): Promise<string | undefined> {
  const rows = await db
    .delete(staffChallenges)
    .where(
      and(
        eq(staffChallenges.id, id),
        eq(staffChallenges.purpose, whose.purpose),
        whose.purpose === 'register'
          ? eq(staffChallenges.memberId, whose.memberId)
          : isNull(staffChallenges.memberId),
        gt(staffChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: staffChallenges.challenge })
  return rows[0]?.challenge
}

export async function deleteExpiredChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(staffChallenges).where(lte(staffChallenges.expiresAt, now))
}
