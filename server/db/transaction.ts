import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Database } from './rows.ts'

/**
 * PostgreSQL rolls back a transaction in which a statement has failed, also when it is told to commit, and reports no error.
 * Any other statement fails in it.
 */
const STILL_ALIVE = sql`select 1`

/**
 * Runs a transaction. Its connection is closed if it fails, also at its very beginning: what the failed work still sends would
 * otherwise join whatever runs on the connection next. (Drizzle 0.45 never gives back a connection on which `begin` fails.)
 */
export async function transaction<T>(
  db: Database,
  run: (tx: Database) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const pool = (db as Database & { $client?: unknown }).$client
  if (!(pool instanceof pg.Pool)) return db.transaction(run, config)
  const client = await pool.connect()
  let hasFailed = true
  try {
    const result = await drizzle(client).transaction(async (tx) => {
      const result = await run(tx)
      await tx.execute(STILL_ALIVE)
      return result
    }, config)
    hasFailed = false
    return result
  } finally {
    client.release(hasFailed)
  }
}
