import type { SQL } from 'drizzle-orm'
import type { Database } from './connection.ts'

/** The rows of hand-written SQL. Both drivers answer with `rows`; the query layer that they share has no type for it. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] }
  return result.rows
}
