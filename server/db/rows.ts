import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The query layer of the database, and of a transaction. Inside a transaction use only the transaction. */
export type Database = PgDatabase<PgQueryResultHKT>

/** Runs hand-written SQL and returns its rows. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  // The driver returns `rows`; Drizzle's type for any driver does not declare it.
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}
