import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './connection.ts'
import { rowsFrom } from './rows.ts'

/**
 * The places of a statement's values, by name. Drizzle takes a placeholder wherever it takes a value, though not all of its
 * types say so: `never` fits them.
 */
export type Slots<Name extends string> = Readonly<Record<Name, never>>

type Prepared<Result> = { execute: (values: Record<string, unknown>) => Promise<Result> }
type Build<Name extends string, Built> = (db: Database, slots: Slots<Name>) => Built
/** Runs the statement on this connection, or in this transaction. */
type Run<Name extends string, Result> = (
  db: Database,
  values: Readonly<Record<Name, unknown>>,
) => Promise<Result>

/**
 * A statement of fixed form that Drizzle builds once instead of at each use, which took a sixth of the shop's work for a
 * purchase. `name` must be unique: a connection prepares the statement under it (server/db/pool.ts). A value is
 * passed as Drizzle takes it where it is stored in a column, null times excepted, and as the driver takes it elsewhere.
 */
export function statement<Name extends string, Result>(
  name: string,
  build: Build<Name, { prepare: (name: string) => Prepared<Result> }>,
): Run<Name, Result> {
  return runner((db, slots) => build(db, slots).prepare(name))
}

/** The same for hand-written SQL that returns rows. */
export function rowsStatement<Row, Name extends string = string>(
  name: string,
  build: (slots: Slots<Name>) => SQL,
): Run<Name, Row[]> {
  const run = runner<Name, unknown>((db, slots) => {
    const { session, dialect } = internalsOf(db)
    return session.prepareQuery(dialect.sqlToQuery(build(slots)), undefined, name, false)
  })
  return async (db, values) => rowsFrom<Row>(await run(db, values))
}

function runner<Name extends string, Result>(prepare: Build<Name, Prepared<Result>>): Run<Name, Result> {
  let prepared: Prepared<Result> | undefined
  return (db, values) => {
    prepared ??= prepare(db, SLOTS as Slots<Name>)
    return onClient(prepared, internalsOf(db).session.client).execute(values)
  }
}

const SLOTS = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/**
 * The same prepared statement for another connection. Drizzle ties it to the one it was prepared on, which for a
 * transaction is a different one each time.
 */
function onClient<Result>(prepared: Prepared<Result>, client: unknown): Prepared<Result> {
  return Object.assign(Object.create(Object.getPrototypeOf(prepared)), prepared, { client })
}

/** What Drizzle does not declare. */
type Internals = {
  session: {
    client: unknown
    prepareQuery: (query: unknown, fields: undefined, name: string, isArray: boolean) => Prepared<unknown>
  }
  dialect: { sqlToQuery: (query: SQL) => unknown }
}

const internalsOf = (db: Database) => db as unknown as Internals
