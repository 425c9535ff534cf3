import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './connection.ts'
import { rowsOf } from './rows.ts'

/**
 * The places of a statement's values, by name. Drizzle takes a placeholder wherever it takes a value, though not all of its
 * types say so: `never` fits them.
 */
export type Slots<Name extends string> = Readonly<Record<Name, never>>

type Prepared<Result> = { execute: (values: Record<string, unknown>) => Promise<Result> }
/** Runs the statement on this connection, or in this transaction. */
type Run<Name extends string, Result> = (
  db: Database,
  values: Readonly<Record<Name, unknown>>,
) => Promise<Result>

/**
 * A statement that is used often: each connection of the database prepares it once, under its `name`, which must be unique. A
 * value is passed as Drizzle takes it where it is stored in a column, null times excepted, and as the driver takes it elsewhere.
 */
export function statement<Name extends string, Result>(
  name: string,
  build: (db: Database, slots: Slots<Name>) => { prepare: (name: string) => Prepared<Result> },
): Run<Name, Result> {
  const slots = new Proxy({}, { get: (_, slot) => sql.placeholder(String(slot)) }) as Slots<Name>
  return (db, values) => build(db, slots).prepare(name).execute(values)
}

/** The same for hand-written SQL that returns rows, which Drizzle does not prepare. */
export function rowsStatement<Row, Name extends string = string>(
  build: (values: Slots<Name>) => SQL,
): Run<Name, Row[]> {
  return (db, values) => rowsOf<Row>(db, build(values as Slots<Name>))
}
