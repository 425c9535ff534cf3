import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { staffMembers, staffPasskeys, staffRecoveryCodes } from '#server/db/schema/staff.ts'
import type { Member } from '#shared/contract/admin/staff.ts'
import type { Role } from '#shared/contract/permission.ts'

/** A member as the rules of this room see them; the contract's Member is what the owner sees. */
export type StaffMember = {
  id: string
  email: string
  name: string
  role: Role
  passwordHash: string | null
  totpSecret: string | null
  newTotpSecret: string | null
  hasJoined: boolean
  isSuspended: boolean
}

const WHOLE = {
  id: staffMembers.id,
  email: staffMembers.email,
  name: staffMembers.name,
  role: staffMembers.role,
  passwordHash: staffMembers.passwordHash,
  totpSecret: staffMembers.totpSecret,
  newTotpSecret: staffMembers.newTotpSecret,
  hasJoined: sql<boolean>`${staffMembers.joinedAt} is not null`,
  isSuspended: sql<boolean>`${staffMembers.suspendedAt} is not null`,
}

export async function findMemberByEmail(db: Database, email: string): Promise<StaffMember | undefined> {
  const rows = await db.select(WHOLE).from(staffMembers).where(eq(staffMembers.email, email))
  return rows[0]
}

export async function getStaffMember(db: Database, id: string): Promise<StaffMember> {
  const [member] = await db.select(WHOLE).from(staffMembers).where(eq(staffMembers.id, id))
  if (member === undefined) throw new Error('Members are never deleted')
  return member
}

/**
 * Locks the member against other changes until the transaction ends. Not against rows that refer to the member: the key of an act does
 * (act-once.ts), so that two owners who act at once would wait for each other for ever.
 */
export async function lockMember(tx: Database, id: string): Promise<StaffMember | undefined> {
  const rows = await tx.select(WHOLE).from(staffMembers).where(eq(staffMembers.id, id)).for('no key update')
  return rows[0]
}

const isActiveOwner = and(
  eq(staffMembers.role, 'owner'),
  isNull(staffMembers.suspendedAt),
  isNotNull(staffMembers.joinedAt),
)

/** Locks all owners, always in the same order, so that two who demote each other wait for each other; returns their ids. */
export async function lockJoinedOwners(tx: Database): Promise<string[]> {
  const rows = await tx
    .select({ id: staffMembers.id })
    .from(staffMembers)
    .where(isActiveOwner)
    .orderBy(asc(staffMembers.id))
    .for('no key update')
  return rows.map((row) => row.id)
}

/** Undefined if somebody has the address already. */
export async function insertMember(
  tx: Database,
  member: { email: string; name: string; role: Role },
  now: Date,
): Promise<string | undefined> {
  const id = newId()
  const rows = await tx
    .insert(staffMembers)
    .values({ ...member, id, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: staffMembers.id })
  return rows[0]?.id
}

export async function changeMemberRow(
  tx: Database,
  id: string,
  change: Partial<
    Pick<
      typeof staffMembers.$inferSelect,
      | 'name'
      | 'role'
      | 'suspendedAt'
      | 'joinedAt'
      | 'lastSeenAt'
      | 'passwordHash'
      | 'totpSecret'
      | 'newTotpSecret'
    >
  >,
): Promise<void> {
  await tx.update(staffMembers).set(change).where(eq(staffMembers.id, id))
}

/** Uses up a time step of the authenticator; false if a code of it, or of a later one, was used before. */
export async function spendTotpStep(tx: Database, id: string, step: number): Promise<boolean> {
  const used = await tx
    .update(staffMembers)
    .set({ totpStep: step })
    .where(and(eq(staffMembers.id, id), sql`${staffMembers.totpStep} < ${step}`))
    .returning({ id: staffMembers.id })
  return used.length > 0
}

/** Removes everything with which a member signs in. */
export async function removeWaysIn(tx: Database, id: string): Promise<void> {
  await changeMemberRow(tx, id, { passwordHash: null, totpSecret: null, newTotpSecret: null })
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.memberId, id))
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.memberId, id))
}

/** Two processes that start at once make the first members one after the other. */
export async function lockNewMembers(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first staff', 0))`)
}

export async function countMembers(db: Database): Promise<number> {
  return db.$count(staffMembers)
}

/** Where to write to the owners, except one who is meant anyway. */
export async function listOwnerEmails(db: Database, exceptId = ''): Promise<string[]> {
  const rows = await db
    .select({ email: staffMembers.email })
    .from(staffMembers)
    .where(and(isActiveOwner, ne(staffMembers.id, exceptId)))
    .orderBy(asc(staffMembers.email))
  return rows.map((row) => row.email)
}

const SHOWN = {
  id: staffMembers.id,
  email: staffMembers.email,
  name: staffMembers.name,
  role: staffMembers.role,
  joinedAt: staffMembers.joinedAt,
  suspendedAt: staffMembers.suspendedAt,
  lastSeenAt: staffMembers.lastSeenAt,
  createdAt: staffMembers.createdAt,
  hasSecondFactor: sql<boolean>`(${staffMembers.totpSecret} is not null or exists
    (select 1 from ${staffPasskeys} where ${staffPasskeys.memberId} = ${staffMembers.id}))`,
}

export async function listMembers(db: Database): Promise<Member[]> {
  const rows = await db.select(SHOWN).from(staffMembers).orderBy(asc(staffMembers.name), asc(staffMembers.id))
  return rows.map(presentMember)
}

export async function getMember(db: Database, id: string): Promise<Member> {
  const [row] = await db.select(SHOWN).from(staffMembers).where(eq(staffMembers.id, id))
  if (row === undefined) throw new Error('Members are never deleted')
  return presentMember(row)
}

type ShownRow = Pick<
  typeof staffMembers.$inferSelect,
  'id' | 'email' | 'name' | 'role' | 'joinedAt' | 'suspendedAt' | 'lastSeenAt' | 'createdAt'
> & { hasSecondFactor: boolean }

function presentMember({ joinedAt, suspendedAt, lastSeenAt, createdAt, ...row }: ShownRow): Member {
  return {
    ...row,
    state: suspendedAt !== null ? 'suspended' : joinedAt === null ? 'invited' : 'active',
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
