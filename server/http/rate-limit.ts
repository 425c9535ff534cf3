import { lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { recentTries } from '#server/db/schema/shop.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import { DAY_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { keyedHash } from './keyed-hash.ts'

/**
 * At most `max` tries in any span of `windowMs`, wherever it begins: the times of a subject's tries are stored until they
 * no longer count. No limit has a window of more than a day.
 */
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
 * The limiter of one request, on the database, or on the transaction that its tries should commit or roll back with. The
 * subject is stored as a keyed hash only. With RATE_LIMITS=off nothing is counted.
 */
export function createRateLimiter(
  db: Database,
  settings: { appSecret: string; rateLimits: boolean },
  now: Date,
): RateLimiter {
  return async (name, subject, ...limits) => {
    if (!settings.rateLimits) return async () => {}
    const keyOf = ({ windowMs }: Limit) => keyedHash(settings.appSecret, `${name}\n${windowMs}\n${subject}`)
    for (const limit of limits) await countTry(db, keyOf(limit), limit, now)
    return async () => {
      for (const limit of limits) await uncountTry(db, keyOf(limit), now)
    }
  }
}

/**
 * Counts a try for `key`, which must not contain anything personal, in one statement on one row: parallel callers in any
 * number of processes wait for each other there. Throws RATE_LIMITED with the wait until one fits; refused tries are not
 * counted.
 */
export async function countTry(
  db: Database,
  key: string,
  { max, windowMs }: Limit,
  now: Date,
): Promise<void> {
  const nowMs = now.getTime()
  const counting = sql`from unnest(r.tried_at_ms) as at where at > ${nowMs - windowMs}::bigint`
  const counted = await rowsOf(
    db,
    sql`insert into ${recentTries} as r (key, tried_at_ms, last_at)
      values (${key}, array[${nowMs}::bigint], ${timestamptz(now)})
      on conflict (key) do update set tried_at_ms = array(select at ${counting}) || ${nowMs}::bigint, last_at = excluded.last_at
        where (select count(*) ${counting}) < ${max}
      returning key`,
  )
  if (counted.length > 0) return
  const [last] = await rowsOf<{ at: number }>(
    db,
    sql`select at::float8 as at from ${recentTries} as r, unnest(r.tried_at_ms) as at where key = ${key}
      order by at desc offset ${max - 1} limit 1`,
  )
  throw tooManyTries((last?.at ?? nowMs) + windowMs - nowMs)
}

async function uncountTry(db: Database, key: string, triedAt: Date): Promise<void> {
  const place = sql`array_position(tried_at_ms, ${triedAt.getTime()}::bigint)`
  await db.execute(
    sql`update ${recentTries} set tried_at_ms = tried_at_ms[:${place} - 1] || tried_at_ms[${place} + 1:]
      where key = ${key} and ${place} is not null`,
  )
}

export function tooManyTries(waitMs: number): ShopError {
  return new ShopError(
    'RATE_LIMITED',
    'Too many tries in a short time. Please wait a little and try again.',
    { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}

/** Deletes the tries of subjects that have not tried for a day. */
export async function forgetOldTries(db: Database, now: Date): Promise<void> {
  await db.delete(recentTries).where(lte(recentTries.lastAt, new Date(now.getTime() - DAY_MS)))
}
