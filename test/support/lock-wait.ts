import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'

/** Resolves once so many transactions of this database wait for a lock that another one holds. `db` is outside of them all. */
export async function untilLockWait(db: Database, atLeast = 1): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await rowsOf(db, waiting)).length).toBeGreaterThanOrEqual(atLeast)
}
