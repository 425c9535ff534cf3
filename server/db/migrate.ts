import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database } from './connection.ts'
import { rowsOf } from './rows.ts'

/** One step of the schema. `hash` is of its file, which is never changed once released. */
export type Migration = Pick<MigrationMeta, 'hash' | 'sql' | 'folderMillis'>

/** Called before the schema of a database in use is changed. What it throws leaves the database as it was. */
export type BeforeMigrating = (db: Database) => Promise<void>

const FOLDER = resolve(import.meta.dirname, 'migrations')

/** Every step of this program's schema, first to last. */
export function listMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: FOLDER })
}

/** A step that a database has taken. */
export type AppliedMigration = { hash: string; folderMillis: number }

/** The steps that the database has taken, first to last. */
export async function listApplied(db: Database): Promise<AppliedMigration[]> {
  const [found] = await rowsOf<{ kept: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as kept`,
  )
  if (found?.kept == null) return []
  const rows = await rowsOf<{ hash: string; created_at: string }>(
    db,
    sql`select hash, created_at::text from drizzle.__drizzle_migrations order by __drizzle_migrations.created_at, id`,
  )
  return rows.map((row) => ({ hash: row.hash, folderMillis: Number(row.created_at) }))
}

/** Takes the steps in the caller's transaction and writes them down where drizzle-kit looks for them. */
export async function applyMigrations(tx: Database, migrations: readonly Migration[]): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const migration of migrations) {
    for (const statement of migration.sql) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`,
    )
  }
}

/** Brings the database to this program's schema, all steps or none. Only one process may be doing so. */
export async function migrate(db: Database, before?: BeforeMigrating): Promise<void> {
  const applied = await listApplied(db)
  const last = applied.at(-1)?.folderMillis ?? 0
  const pending = listMigrations().filter((migration) => migration.folderMillis > last)
  if (pending.length === 0) return
  if (applied.length > 0) await before?.(db)
  await db.transaction((tx) => applyMigrations(tx as unknown as Database, pending))
}
