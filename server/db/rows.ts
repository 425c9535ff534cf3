import type { SQL } from 'drizzle-orm'
import type { Database } from './connection.ts'

/** Runs hand-written SQL and returns its rows. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  return rowsFrom(await db.execute(query))
}

/** The driver returns `rows`; Drizzle's type for any driver does not declare it. */
export function rowsFrom<Row>(result: unknown): Row[] {
  return (result as { rows: Row[] }).rows
}
