import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rateLimits } from '#server/db/schema.ts'

export type StrangerFailures = { failedLogins: number; expiresAt: Date }

/**
 * The failed logins of an address without an account: one counter in rate_limits, whose window starts when the failures
 * expire, so that the sweep of old counters keeps it until then.
 */
export async function findStrangerFailures(tx: Database, key: string): Promise<StrangerFailures | undefined> {
  const rows = await tx
    .select({ failedLogins: rateLimits.count, expiresAt: rateLimits.windowStart })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
    .orderBy(desc(rateLimits.windowStart))
    .limit(1)
  return rows[0]
}

export async function setStrangerFailures(
  tx: Database,
  key: string,
  { failedLogins, expiresAt }: StrangerFailures,
): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, key))
  await tx.insert(rateLimits).values({ key, windowStart: expiresAt, count: failedLogins })
}
