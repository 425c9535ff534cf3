import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'

/** Every row of every table as text, so that two databases can be compared byte for byte. */
export async function rowsByTable(db: Database): Promise<Record<string, string[]>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local timezone = 'UTC'`))
    const tables = await rowsOf<{ name: string }>(
      tx,
      sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    )
    const rows: Record<string, string[]> = {}
    for (const { name } of tables) {
      const found = await rowsOf<{ row: string }>(
        tx,
        sql`select t::text as row from ${sql.identifier(name)} t order by t::text collate "C"`,
      )
      rows[name] = found.map(({ row }) => row)
    }
    return rows
  })
}
