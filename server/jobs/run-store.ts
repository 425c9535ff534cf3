import { eq, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { settings } from '#server/db/schema/shop.ts'
import { MINUTE_MS } from '#shared/duration.ts'

/** Work that one of all processes does once per `everyMs`; a run that was not finished is repeated after `retryMs`. */
export type SharedRun = { key: string; everyMs: number; retryMs: number }

const WRONG_CLOCK_MS = 5 * MINUTE_MS

/**
 * True for one caller per period, across all processes. Stores the time of the last finished run, and for one that has
 * only begun, the time that makes it due again after `retryMs`: its process may be killed.
 */
export async function claimRun(db: Database, run: SharedRun, now: Date): Promise<boolean> {
  const { key, everyMs, retryMs } = run
  const value = after(now, retryMs - everyMs)
  const rows = await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value },
      // A time far in the future was written by a wrong clock.
      setWhere: sql`${lte(settings.value, after(now, -everyMs))} or ${gt(settings.value, after(now, WRONG_CLOCK_MS))}`,
    })
    .returning({ key: settings.key })
  return rows.length > 0
}

/** Marks a claimed run as finished: the next one is due a whole period after it began. */
export async function finishRun(db: Database, { key }: SharedRun, beganAt: Date): Promise<void> {
  await db
    .update(settings)
    .set({ value: after(beganAt, 0) })
    .where(eq(settings.key, key))
}

const after = (time: Date, ms: number) => new Date(time.getTime() + ms).toISOString()
