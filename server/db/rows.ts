import type { SQL } from 'drizzle-orm'
import type { Database } from './connection.ts'

/** Runs hand-written SQL and returns its rows. Both drivers return `rows`; their common Drizzle type does not declare it. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] }
  return result.rows
}
