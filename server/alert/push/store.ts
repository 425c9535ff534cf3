import { and, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { isAmongLocked } from '#server/db/among.ts'
import type { Database } from '#server/db/connection.ts'
import { alerts } from '#server/db/schema/alert.ts'
import { type AlertFacts, alertFacts } from '../alert.ts'

/** Longer than sending may take. */
const LEASE_MS = 60_000
const CLAIMED_AT_ONCE = 100

export type DuePush = { id: number; facts: AlertFacts; tries: number }

/** Claims the alerts that are new, or of which devices are to be told now: no other process takes them for a minute. */
export async function claimDuePushes(db: Database, now: Date): Promise<DuePush[]> {
  const due = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isNotNull(alerts.pushAt), lte(alerts.pushAt, now)))
    .orderBy(alerts.pushAt)
    .limit(CLAIMED_AT_ONCE)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(alerts)
    .set({ pushAt: new Date(now.getTime() + LEASE_MS), pushTries: sql`${alerts.pushTries} + 1` })
    .where(isAmongLocked(alerts.id, due))
    .returning({ id: alerts.id, facts: alerts.facts, tries: alerts.pushTries })
  return rows.map(({ facts, ...row }) => ({ ...row, facts: alertFacts.parse(facts) }))
}

/** Devices are told of claimed alerts at `pushAt`, with all tries before them; null: no more. */
export async function movePushes(db: Database, ids: readonly number[], pushAt: Date | null): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(alerts)
    .set({ pushAt, pushTries: 0 })
    .where(inArray(alerts.id, [...ids]))
}
