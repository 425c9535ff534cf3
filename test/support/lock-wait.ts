import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { transaction } from '#server/db/transaction.ts'

/** Resolves once so many transactions of this database wait for a lock that another one holds. `db` is outside of them all. */
export async function untilLockWait(db: Database, atLeast = 1): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await rowsOf(db, waiting)).length).toBeGreaterThanOrEqual(atLeast)
}

/**
 * Keeps the transaction of `first` open until all of `others`, begun after it, wait for one of its locks; then runs `last` in it, and
 * commits. Returns what the others come to.
 */
export async function meetAtLock<Result>(
  db: Database,
  {
    first,
    others,
    last = async () => {},
  }: {
    first: (tx: Database) => Promise<unknown>
    others: readonly (() => Promise<Result>)[]
    last?: (tx: Database) => Promise<unknown>
  },
): Promise<Result[]> {
  // In an object, since a transaction would wait for a promise that it returns.
  const { begun } = await transaction(db, async (tx) => {
    await first(tx)
    const begun = Promise.all(others.map((other) => other()))
    await untilLockWait(db, others.length)
    await last(tx)
    return { begun }
  })
  return begun
}
