import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, customType, timestamp } from 'drizzle-orm/pg-core'

/** Money is integer kobo in bigint columns (a JavaScript number up to 2^53 kobo). */
export const kobo = (name: string) => bigint(name, { mode: 'number' })
/** Times are timestamptz. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => time('created_at').notNull().defaultNow()
export const nonNegative = (name: string, column: AnyPgColumn) => check(name, sql`${column} >= 0`)
/** The content of a file. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
