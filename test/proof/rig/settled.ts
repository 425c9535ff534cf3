import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { sized } from '#test/support/proof.ts'
import { compareWithProvider } from '#test/support/provider-ledger.ts'
import type { Rig } from './rig.ts'

/** Long enough for every sweep of the shop to run once. */
const SWEEP_MS = 16_000
const SWEEPS_MAX = 40
const PAST_HOLDS_MS = 31 * 60_000
/** How long to wait for a sweep, by the machine's clock, before the next: longer next to other tests. */
const LOOK_MS = sized({ quick: 1_500, whole: 400 })
const LOOK_STEP_MS = 20

/** The work still in progress, by name. */
async function listUnderWay(db: Database, options: { holds: boolean }): Promise<string[]> {
  const [row] = await rowsOf<Record<string, number>>(
    db,
    sql`select (select count(*)::int from provider_events where settled_at is null) as "unsettled events",
      (select count(*)::int from outbox where sent_at is null) as "unsent mails",
      (select count(*)::int from refunds where state = 'requested') as "refunds not asked for",
      (select count(*)::int from payment_attempts where state = 'created') as "starts",
      (select count(*)::int from orders where status = 'pending' and ${options.holds}) as "holds"`,
  )
  return Object.entries(row ?? {}).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
}

/** Runs sweeps until `isDone`, at most `sweepsMax`; returns the elapsed time of the shop's clock in ms, undefined if not done. */
export async function sweepUntil(
  rig: Rig,
  isDone: () => Promise<boolean>,
  options: { sweepsMax?: number; lookMs?: number } = {},
): Promise<number | undefined> {
  const { sweepsMax = SWEEPS_MAX, lookMs = LOOK_MS } = options
  for (let swept = 0; ; swept++) {
    for (let lookedMs = 0; lookedMs <= lookMs; lookedMs += LOOK_STEP_MS) {
      if (await isDone()) return swept * SWEEP_MS
      await sleep(LOOK_STEP_MS)
    }
    if (swept === sweepsMax) return undefined
    await rig.advance(SWEEP_MS)
  }
}

/**
 * Ends a run: heals all connections, waits until all work is done (including the expiry of holds), then checks every table
 * and compares it with the provider's ledger. Throws with the differences.
 */
export async function settleAndCheck(rig: Rig): Promise<void> {
  for (const way of Object.values(rig.ways)) {
    way.tap()
    way.set()
  }
  await rig.provider.clearFaults()
  const left = await settle(rig)
  if (left.length > 0) throw new Error(`Still under way: ${left.join(', ')}`)
  const ledger = await rig.provider.ledger()
  await rig.withDatabase(async (db) => {
    await checkLedger(db)
    await compareWithProvider(db, ledger)
  })
}

async function settle(rig: Rig): Promise<string[]> {
  const underWay = (holds: boolean) => rig.withDatabase((db) => listUnderWay(db, { holds }))
  await sweepUntil(rig, async () => (await underWay(false)).length === 0)
  await rig.advance(PAST_HOLDS_MS)
  await sweepUntil(rig, async () => (await underWay(true)).length === 0)
  return underWay(true)
}
