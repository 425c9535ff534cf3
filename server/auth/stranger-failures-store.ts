import { eq, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { strangerFailures } from '#server/db/schema.ts'

export type StrangerFailures = { failedLogins: number; expiresAt: Date }

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
