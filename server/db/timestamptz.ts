import { type SQL, sql } from 'drizzle-orm'

/** A moment in a statement of our own: the driver passes a Date on as text without its type. */
export const timestamptz = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`

/** The day of a time in Lagos. */
export const lagosDate = (time: SQL): SQL => sql`(${time} at time zone 'Africa/Lagos')::date`
