import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { isLockTimeout } from '#server/db/retry.ts'
import { rowsOf } from '#server/db/rows.ts'
import { orders } from '#server/db/schema/order.ts'
import { codes, sessions, users } from '#server/db/schema/person.ts'
import { strangerFailures } from '#server/db/schema/shop.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import { shopBusy } from '#server/http/busy.ts'
import type { User } from '#shared/contract/auth.ts'

export type Account = User & {
  passwordHash: string
  isVerified: boolean
  /** When another sign-up replaced the name and password of this unverified account. */
  replacedAt: Date | null
  failedLogins: number
  loginAllowedAt: Date | null
}

/**
 * Serializes the writers of one e-mail address until the transaction ends, with or without an account, so that its
 * counters are exact and an erasure leaves nothing. Always the first lock of its transaction. Throws UNAVAILABLE when the wait exceeds the session's
 * lock_timeout.
 */
export async function lockEmail(tx: Database, email: string): Promise<void> {
  try {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`)
  } catch (error) {
    throw isLockTimeout(error) ? shopBusy(error) : error
  }
}

export async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  const rows = await db.select().from(users).where(eq(users.email, email))
  return rows[0] && presentAccount(rows[0])
}

export async function findUserById(db: Database, id: string): Promise<User | undefined> {
  const rows = await db
    .select({ id: users.id, fullName: users.fullName, email: users.email })
    .from(users)
    .where(eq(users.id, id))
  return rows[0]
}

/** Inserts an account, or replaces the name and password of an unverified one. Undefined when the account is verified. */
export async function putUnverifiedAccount(
  tx: Database,
  account: { email: string; fullName: string; passwordHash: string },
  now: Date,
): Promise<'new' | 'replaced' | undefined> {
  const { fullName, passwordHash } = account
  const rows = await tx
    .insert(users)
    .values({ ...account, id: newId(), createdAt: now })
    .onConflictDoUpdate({
      target: users.email,
      set: { fullName, passwordHash, replacedAt: now, failedLogins: 0, loginAllowedAt: null },
      setWhere: isNull(users.emailVerifiedAt),
    })
    .returning({ replacedAt: users.replacedAt })
  return rows[0] && (rows[0].replacedAt === null ? 'new' : 'replaced')
}

/**
 * Deletes up to `limit` unverified accounts whose last sign-up was before `before`, and returns how many. Keeps accounts
 * with a session, an order, or a stored code, which may still be in use.
 */
export async function deleteUnverifiedAccounts(db: Database, before: Date, limit: number): Promise<number> {
  const at = timestamptz(before)
  const deleted = await rowsOf(
    db,
    sql`with stale as materialized (
        select u.id from ${users} u where u.email_verified_at is null and u.created_at < ${at}
          and coalesce(u.replaced_at, u.created_at) < ${at}
          and not exists (select 1 from ${codes} c where c.email = u.email)
          and not exists (select 1 from ${sessions} s where s.user_id = u.id)
          and not exists (select 1 from ${orders} o where o.user_id = u.id)
        order by u.created_at limit ${limit} for update of u skip locked)
      delete from ${users} u using stale where u.id = stale.id returning 1`,
  )
  return deleted.length
}

/** Undefined when there is no such account or it is already verified. */
export async function verifyAccount(tx: Database, email: string, now: Date): Promise<User | undefined> {
  const rows = await tx
    .update(users)
    .set({ emailVerifiedAt: now, failedLogins: 0, loginAllowedAt: null })
    .where(and(eq(users.email, email), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id, fullName: users.fullName, email: users.email })
  return rows[0]
}

/** Also verifies the address, since the mailed code proves it, and unlocks an account locked by failures. */
export async function setPassword(
  tx: Database,
  email: string,
  passwordHash: string,
  now: Date,
): Promise<User | undefined> {
  const rows = await tx
    .update(users)
    .set({
      passwordHash,
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${timestamptz(now)})`,
      failedLogins: 0,
      loginAllowedAt: null,
    })
    .where(eq(users.email, email))
    .returning({ id: users.id, fullName: users.fullName, email: users.email })
  return rows[0]
}

export async function setFailedLogins(
  tx: Database,
  id: string,
  failures: { failedLogins: number; loginAllowedAt: Date | null },
): Promise<void> {
  await tx.update(users).set(failures).where(eq(users.id, id))
}

/** Resets the failure count; false, without a change, when the password has changed since `passwordHash`. Locks the account. */
export async function forgetFailedLogins(tx: Database, id: string, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ failedLogins: 0, loginAllowedAt: null })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Locks the account; false when the password has changed since `passwordHash`. */
export async function lockPassword(tx: Database, id: string, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .for('update')
  return rows.length > 0
}

function presentAccount(row: typeof users.$inferSelect): Account {
  const { id, fullName, email, passwordHash, replacedAt, failedLogins, loginAllowedAt } = row
  return {
    id,
    fullName,
    email,
    passwordHash,
    replacedAt,
    failedLogins,
    loginAllowedAt,
    isVerified: row.emailVerifiedAt !== null,
  }
}

type StrangerFailures = { failedLogins: number; expiresAt: Date }

/** The failed logins of an address without an account. */
export async function findStrangerFailures(tx: Database, key: string): Promise<StrangerFailures | undefined> {
  const { failedLogins, expiresAt } = strangerFailures
  const rows = await tx
    .select({ failedLogins, expiresAt })
    .from(strangerFailures)
    .where(eq(strangerFailures.key, key))
  return rows[0]
}

export async function setStrangerFailures(
  tx: Database,
  key: string,
  failures: StrangerFailures,
): Promise<void> {
  await tx
    .insert(strangerFailures)
    .values({ key, ...failures })
    .onConflictDoUpdate({ target: strangerFailures.key, set: failures })
}

export async function deleteExpiredStrangerFailures(db: Database, now: Date): Promise<void> {
  await db.delete(strangerFailures).where(lt(strangerFailures.expiresAt, now))
}
