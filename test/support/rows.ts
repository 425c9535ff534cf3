import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import * as schema from '#server/db/schema.ts'

/** Every row of every table as text, so that two databases can be compared byte for byte. */
export async function rowsByTable(db: Database): Promise<Record<string, string[]>> {
  const tables = Object.values(schema).filter((value) => is(value, PgTable))
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local timezone = 'UTC'`))
    const rows: Record<string, string[]> = {}
    for (const table of tables) {
      const { name } = getTableConfig(table)
      const found = await rowsOf<{ row: string }>(
        tx,
        sql`select t::text as row from ${sql.identifier(name)} t order by t::text collate "C"`,
      )
      rows[name] = found.map(({ row }) => row)
    }
    return rows
  })
}
