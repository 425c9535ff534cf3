import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { rateLimits } from '#server/db/schema.ts'
import { DAY_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { keyedHash } from './keyed-hash.ts'

/** At most `max` in any `windowMs`: the previous window counts by the share of it that still lies within the span. */
export type Limit = { max: number; windowMs: number }

/** Uncounts a try. */
export type GiveBack = () => Promise<void>

/**
 * Counts one try against every given limit of a subject (an e-mail address, a client address, …) or throws RATE_LIMITED.
 * Where only failures should count, the caller gives the try back after a success: one counted only afterwards could be
 * slipped past by parallel tries.
 */
export type RateLimiter = (name: string, subject: string, ...limits: readonly Limit[]) => Promise<GiveBack>

/**
 * The limiter of one request, on the database, or on the transaction that its counts should commit or roll back with. The
 * subject is stored as a keyed hash only. With RATE_LIMITS=off nothing is counted.
 */
export function createRateLimiter(
  db: Database,
  settings: { appSecret: string; rateLimits: boolean },
  now: Date,
): RateLimiter {
  return async (name, subject, ...limits) => {
    if (!settings.rateLimits) return async () => {}
    const counted = limits.map((limit) => ({
      limit,
      key: limitKey(settings.appSecret, name, subject, limit),
    }))
    for (const { key, limit } of counted) await takeFromLimit(db, key, limit, now)
    return async () => {
      for (const { key, limit } of counted) await giveBackToLimit(db, key, limit, now)
    }
  }
}

/** The key of a subject's counter; it does not reveal who the subject is. */
export function limitKey(appSecret: string, name: string, subject: string, { windowMs }: Limit): string {
  return keyedHash(appSecret, `${name}\n${windowMs}\n${subject}`)
}

/**
 * Counts `tries` more for `key`, which must not contain anything personal, in one statement: parallel callers in any
 * number of processes cannot slip past. Throws RATE_LIMITED with the wait until one fits; refused tries are not counted.
 */
export async function takeFromLimit(
  db: Database,
  key: string,
  limit: Limit,
  now: Date,
  tries = 1,
): Promise<void> {
  const start = windowStart(limit, now)
  const elapsedMs = now.getTime() - start.getTime()
  const previousStart = new Date(start.getTime() - limit.windowMs)
  const weight = 1 - elapsedMs / limit.windowMs
  const before = sql`${weight}::float8 * coalesce((select p.count from ${rateLimits} p
    where p.key = ${key} and p.window_start = ${previousStart.toISOString()}::timestamptz), 0)`
  const taken = await rowsOf(
    db,
    sql`insert into ${rateLimits} as r (key, window_start, count)
      select ${key}::text, ${start.toISOString()}::timestamptz, ${tries}::int where ${before} + ${tries}::int <= ${limit.max}
      on conflict (key, window_start) do update set count = r.count + ${tries}::int
        where ${before} + r.count + ${tries}::int <= ${limit.max}
      returning count`,
  )
  if (taken.length > 0) return
  const counts = await rowsOf<{ previous: number; current: number }>(
    db,
    sql`select coalesce(sum(count) filter (where window_start < ${start.toISOString()}::timestamptz), 0)::int as previous,
        coalesce(sum(count) filter (where window_start >= ${start.toISOString()}::timestamptz), 0)::int as current
      from ${rateLimits} where key = ${key} and window_start >= ${previousStart.toISOString()}::timestamptz`,
  )
  const { previous, current } = counts[0] ?? { previous: 0, current: limit.max }
  throw tooManyTries(waitMs({ previous, current, elapsedMs }, limit))
}

/** Uncounts one try that was taken at `takenAt`. */
async function giveBackToLimit(db: Database, key: string, limit: Limit, takenAt: Date): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(
      and(
        eq(rateLimits.key, key),
        eq(rateLimits.windowStart, windowStart(limit, takenAt)),
        gt(rateLimits.count, 0),
      ),
    )
}

function windowStart({ windowMs }: Limit, at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % windowMs))
}

export function tooManyTries(waitMs: number): ShopError {
  return new ShopError(
    'RATE_LIMITED',
    'Too many tries in a short time. Please wait a little and try again.',
    { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}

/** How long until one more try is allowed, if nobody else takes it first. */
export function waitMs(
  counts: { previous: number; current: number; elapsedMs: number },
  { max, windowMs }: Limit,
): number {
  const { previous, current, elapsedMs } = counts
  // The older count weighs less with time; one more fits when weight × older + newer + 1 = max.
  const untilFits = (older: number, newer: number) =>
    windowMs * (1 - Math.min(1, Math.max(0, (max - newer - 1) / Math.max(1, older))))
  if (current < max) return Math.max(0, untilFits(previous, current) - elapsedMs)
  return windowMs - elapsedMs + untilFits(current, 0)
}

const KEPT_MS = 2 * DAY_MS

/** Deletes counters of windows that no longer matter. */
export async function forgetOldCounters(db: Database, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, new Date(now.getTime() - KEPT_MS)))
}
