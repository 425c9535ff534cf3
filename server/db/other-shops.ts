import { sql } from 'drizzle-orm'
import { APPLICATION_NAME } from './pool.ts'
import { type Database, rowsOf } from './rows.ts'

/** Counts the connections of running shops to this database. */
export async function countOtherShops(db: Database): Promise<number> {
  const [found] = await rowsOf<{ others: number }>(
    db,
    sql`select count(*)::int as others from pg_stat_activity
      where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`,
  )
  return found?.others ?? 0
}
