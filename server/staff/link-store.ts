import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { hashTicket, makeTicket } from '#server/auth/code.ts'
import type { Database } from '#server/db/connection.ts'
import { staffLinks } from '#server/db/schema/staff.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { LINK_HOURS } from '#shared/limits.ts'

/** Makes a member's one-time link, which ends those before it, and returns its token, which is not stored. */
export async function makeLink(tx: Database, memberId: string, now: Date): Promise<string> {
  await endLinksOf(tx, memberId)
  const { ticket, ticketHash } = makeTicket()
  const expiresAt = new Date(now.getTime() + LINK_HOURS * HOUR_MS)
  await tx.insert(staffLinks).values({ tokenHash: ticketHash, memberId, expiresAt, createdAt: now })
  return ticket
}

/** Uses up a link; returns whose it is. Undefined if it was used before, has expired, or never was one. */
export async function spendLink(tx: Database, token: string, now: Date): Promise<string | undefined> {
  const rows = await tx
    .update(staffLinks)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffLinks.tokenHash, hashTicket(token)),
        isNull(staffLinks.usedAt),
        gt(staffLinks.expiresAt, now),
      ),
    )
    .returning({ memberId: staffLinks.memberId })
  return rows[0]?.memberId
}

export async function endLinksOf(tx: Database, memberId: string): Promise<void> {
  await tx.delete(staffLinks).where(eq(staffLinks.memberId, memberId))
}

export async function deleteExpiredLinks(db: Database, now: Date): Promise<void> {
  await db.delete(staffLinks).where(lte(staffLinks.expiresAt, now))
}
