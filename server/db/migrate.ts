import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { Refusal } from '#server/refusal.ts'
import { ROOT } from '#server/root.ts'
import { type Database, rowsOf } from './rows.ts'
import { transaction } from './transaction.ts'

/** One schema migration. `hash` is that of its file, which never changes once released. */
export type Migration = Pick<MigrationMeta, 'hash' | 'sql' | 'folderMillis'>

/** Called before the schema of a database with data is migrated. If it throws, the database is left unchanged. */
export type BeforeMigrating = (db: Database) => Promise<void>

const FOLDER = join(ROOT, 'server/db/migrations')

/** All migrations of this version, in order. */
export function listMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: FOLDER })
}

/** A migration that a database has applied. */
export type AppliedMigration = { hash: string; folderMillis: number }

/** The migrations that the database has applied, in order. */
export async function listApplied(db: Database): Promise<AppliedMigration[]> {
  const [found] = await rowsOf<{ journal: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as journal`,
  )
  if (found?.journal == null) return []
  const rows = await rowsOf<{ hash: string; created_at: string }>(
    db,
    sql`select hash, created_at::text from drizzle.__drizzle_migrations order by __drizzle_migrations.created_at, id`,
  )
  return rows.map((row) => ({ hash: row.hash, folderMillis: Number(row.created_at) }))
}

/** Applies migrations in the caller's transaction and records them in drizzle-kit's table. */
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

/**
 * Migrates the database to this version's schema: all migrations or none. Only one process may run this at a time. Throws a
 * Refusal for a database that a newer version has migrated.
 */
export async function migrate(db: Database, before?: BeforeMigrating): Promise<void> {
  const applied = await listApplied(db)
  const last = applied.at(-1)?.folderMillis ?? 0
  const known = listMigrations()
  if (last > (known.at(-1)?.folderMillis ?? 0)) {
    throw new Refusal(
      'This database was migrated by a newer version of the shop. Start that version, or restore a backup into an empty database. Nothing was changed.',
    )
  }
  const pending = known.filter((migration) => migration.folderMillis > last)
  if (pending.length === 0) return
  if (applied.length > 0) await before?.(db)
  await transaction(db, (tx) => applyMigrations(tx, pending))
}
