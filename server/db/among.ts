import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * Matches the rows of a locking subquery that runs exactly once. With `in`, the planner may run it once per row, each
 * time over the rows it has not locked yet, which defeats its limit.
 */
export const isAmongLocked = (column: AnyPgColumn, selection: SQLWrapper): SQL =>
  sql`${column} = any(array(${selection}))`

/** Like inArray, for hand-written SQL too. */
export const isAmong = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(values)}::text[])`
