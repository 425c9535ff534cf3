import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { SequenceLine } from './format.ts'

/** A table of the database; column types as PostgreSQL formats them. */
export type Table = { table: string; columns: { name: string; type: string }[] }

const FETCHED_ROWS = 1_000
/** Of a table with files in it, each of some hundred KB. */
const FETCHED_FILES = 10

/**
 * Tables that a new shop fills by itself, besides the catalogue, its first staff among them: a database with rows only in these
 * counts as empty.
 */
const WRITTEN_BY_ITSELF = new Set([
  ...['settings', 'audit_log', 'recent_tries', 'stranger_failures'],
  ...['staff_members', 'staff_links', 'staff_sessions', 'staff_devices', 'staff_challenges', 'staff_acts'],
])

/** All names in the shop's migrations, so that tables of other programs in the same database are left alone. */
function namesOf(kind: 'table' | 'function'): string[] {
  const pattern = kind === 'table' ? /create table "(\w+)"/gi : /create function (\w+)\(/gi
  return listMigrations().flatMap(({ sql: statements }) =>
    statements.flatMap((statement) => [...statement.matchAll(pattern)].flatMap((match) => match[1] ?? [])),
  )
}

const listOf = (names: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`
const named = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )

/** Makes the text format of values independent of the session's settings, and lifts the time limits. */
export async function prepareSession(tx: Database): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ]) {
    await tx.execute(sql.raw(`set local ${setting}`))
  }
}

/** The shop's tables with their columns, each after the tables that its foreign keys reference. */
export async function listTables(db: Database): Promise<Table[]> {
  const columns = await rowsOf<{ table: string; name: string; type: string }>(
    db,
    sql`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname in ${listOf(namesOf('table'))}
      order by c.relname, a.attnum`,
  )
  const parents = await rowsOf<{ child: string; parent: string }>(
    db,
    sql`select child.relname as child, parent.relname as parent from pg_constraint k
      join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
      where k.contype = 'f' and child.oid <> parent.oid and child.relnamespace = 'public'::regnamespace`,
  )
  const columnsOf = Map.groupBy(columns, (column) => column.table)
  const parentsOf = Map.groupBy(parents, (key) => key.child)
  const ordered = new Set<string>()
  const add = (table: string) => {
    if (ordered.has(table)) return
    for (const { parent } of parentsOf.get(table) ?? []) add(parent)
    ordered.add(table)
  }
  for (const table of columnsOf.keys()) add(table)
  return [...ordered].map((table) => ({
    table,
    columns: (columnsOf.get(table) ?? []).map(({ name, type }) => ({ name, type })),
  }))
}

/** Yields the rows of a table as lines, ordered by primary key, in batches. Requires a transaction. */
export async function* readRows(tx: Database, { table, columns }: Table): AsyncGenerator<string[]> {
  const values = sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  )
  const keys = await rowsOf<{ name: string }>(
    tx,
    sql`select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${`public.${table}`}::regclass and i.indisprimary order by array_position(i.indkey, a.attnum)`,
  )
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select array_to_json(array[${values}])::text as line
      from public.${sql.identifier(table)} order by ${named(keys.map((key) => key.name))}`,
  )
  const count = columns.some(({ type }) => type === 'bytea') ? FETCHED_FILES : FETCHED_ROWS
  for (;;) {
    const rows = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${count} from backup_rows`))
    if (rows.length === 0) break
    yield rows.map((row) => row.line)
  }
  await tx.execute(sql.raw('close backup_rows'))
}

/** The addresses of all pictures that products show, retired ones too: their pages stay. */
export async function listShownPictures(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ address: string }>(
    db,
    sql`select distinct unnest(images) as address from public.products order by address`,
  )
  return rows.map(({ address }) => address)
}

/** Inserts rows in the form in which readRows yields them: each line a JSON array of the columns' values as text. */
export async function insertRows(
  tx: Database,
  { table, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const values = sql.join(
    columns.map((column, i) => sql`(line->>${sql.raw(String(i))})::${sql.raw(column.type)}`),
    sql`, `,
  )
  await tx.execute(
    sql`insert into public.${sql.identifier(table)} (${named(columns.map((column) => column.name))})
      select ${values} from json_array_elements(${`[${lines.join(',')}]`}::json) as line`,
  )
}

/** The current values of the tables' sequences. */
export async function readSequences(db: Database, tables: readonly Table[]): Promise<SequenceLine[]> {
  const owned = await rowsOf<{ sequence: string; table: string; column: string }>(
    db,
    sql`select s.relname as sequence, t.relname as table, a.attname as column from pg_depend d
      join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_class t on t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
      where t.relnamespace = 'public'::regnamespace and t.relname in ${listOf(tables.map(({ table }) => table))}
      order by s.relname`,
  )
  const lines: SequenceLine[] = []
  for (const { sequence, table, column } of owned) {
    const [state] = await rowsOf<{ last: string; called: boolean }>(
      db,
      sql`select last_value::text as last, is_called as called from public.${sql.identifier(sequence)}`,
    )
    if (state !== undefined)
      lines.push({ sequence: { table, column, last: state.last, isCalled: state.called } })
  }
  return lines
}

export async function setSequence(tx: Database, { sequence }: SequenceLine): Promise<void> {
  const { table, column, last, isCalled } = sequence
  await tx.execute(
    sql`select setval(pg_get_serial_sequence(${`public.${table}`}, ${column}), ${last}::bigint, ${isCalled})`,
  )
}

/** Whether the shop holds nothing but what it writes by itself: no catalogue, orders or accounts. */
export async function isEmpty(db: Database): Promise<boolean> {
  for (const { table } of await listTables(db)) {
    if (WRITTEN_BY_ITSELF.has(table)) continue
    const [found] = await rowsOf<{ any: boolean }>(
      db,
      sql`select exists (select 1 from public.${sql.identifier(table)}) as any`,
    )
    if (found?.any) return false
  }
  return true
}

/** Drops all of the shop's tables and functions, its jobs and the record of its migrations. */
export async function dropEverything(tx: Database): Promise<void> {
  await tx.execute(sql`drop table if exists ${named(namesOf('table'))} cascade`)
  for (const name of namesOf('function')) {
    await tx.execute(sql`drop function if exists ${sql.identifier(name)} cascade`)
  }
  await tx.execute(sql`drop table if exists drizzle.__drizzle_migrations`)
  await tx.execute(sql`drop schema if exists pgboss cascade`)
}

/** Disables our triggers (paid orders are frozen) during a restore: the rows have already passed them. */
export async function switchTriggers(
  tx: Database,
  tables: readonly Table[],
  to: 'enable' | 'disable',
): Promise<void> {
  // The table's owner may do this; session_replication_role, which would cover all tables at once, requires a superuser.
  for (const { table } of tables) {
    await tx.execute(sql`alter table public.${sql.identifier(table)} ${sql.raw(to)} trigger user`)
  }
}

export async function lockSchema(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
}
