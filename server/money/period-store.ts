import { sql } from 'drizzle-orm'
import type { Period } from './period.ts'

/** When a day begins in Lagos. */
const dayStart = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone 'Africa/Lagos')`

/** Whether a time is in the period. */
export const isWithin = (time: ReturnType<typeof sql>, { since, until }: Period) =>
  sql`${time} >= ${dayStart(since)} and ${time} < ${dayStart(until, 1)}`
