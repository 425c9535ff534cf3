import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { staffMembers, staffPasskeys, staffRecoveryCodes, staffSessions } from '#server/db/schema/staff.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import { needsEnrolment } from './enrolment.ts'

/** Whose session this is, with all that they can sign in with. */
export async function getMe(db: Database, sessionId: string, where: { isLoopback: boolean }): Promise<Me> {
  const [row] = await db
    .select({
      id: staffMembers.id,
      email: staffMembers.email,
      name: staffMembers.name,
      role: staffMembers.role,
      passwordHash: staffMembers.passwordHash,
      totpSecret: staffMembers.totpSecret,
      freshUntil: staffSessions.freshUntil,
    })
    .from(staffSessions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.memberId))
    .where(eq(staffSessions.id, sessionId))
  if (row === undefined) throw new Error('The session has just ended')
  const { passwordHash, totpSecret, freshUntil, ...member } = row
  const passkeys = await db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.memberId, member.id))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id))
  const recoveryCodesLeft = await db.$count(
    staffRecoveryCodes,
    and(eq(staffRecoveryCodes.memberId, member.id), isNull(staffRecoveryCodes.usedAt)),
  )
  const ways = {
    hasPassword: passwordHash !== null,
    hasAuthenticator: totpSecret !== null,
    hasPasskey: passkeys.length > 0,
  }
  return {
    ...member,
    hasPassword: ways.hasPassword,
    hasAuthenticator: ways.hasAuthenticator,
    recoveryCodesLeft,
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.createdAt.toISOString(),
      lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    })),
    needsEnrolment: needsEnrolment(member.role, ways, where),
    freshUntil: freshUntil.toISOString(),
  }
}
