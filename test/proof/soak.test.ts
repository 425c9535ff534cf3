import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quantileOf } from '#test/support/median.ts'
import { prove, sized } from '#test/support/proof.ts'
import { checkoutRequestFor, startInTurn, verifyInTurn } from './rig/buyer.ts'
import { type Chance, createChance } from './rig/chance.ts'
import { isMachineBusy } from './rig/machine.ts'
import { openRigScene } from './rig/rig.ts'
import { settleAndCheck, sweepUntil } from './rig/settled.ts'

const STARTS_PER_S = 50
const STARTS_PER_MIN = STARTS_PER_S * 60
/** The full run outlasts a hold by five minutes, so that holds expire during it. */
const LASTS_S = sized({ quick: 1, whole: 35 * 60 })
const PROVIDER_MS = 100
const OWN_MS = 150
const HOLD_ENDS_WITHIN_S = 60
const PAST_HOLDS_MS = 31 * 60_000
const PRODUCTS = Array.from({ length: 20 }, (_, index) => `soak-${index}`)

/** The full run measures times, in one process without a proxy in front of database and provider. */
const rig = openRigScene(
  sized({
    quick: undefined,
    whole: {
      rateLimits: false,
      isDirect: true,
      // Of 50 shoppers a second, 15 leave an unpaid order, and each is checked 5 times.
      env: { PAYMENT_CHECKS_PER_S: '80' },
    },
  }),
)

async function countOrders(condition: SQL): Promise<number> {
  const [row] = await rig.rows<{ count: number }>(
    sql`select count(*)::int as count from orders where ${condition}`,
  )
  return row?.count ?? Number.NaN
}

/**
 * Seven of ten pay, one is declined, two walk away. Returns the time from the shopper's arrival to the start's response, and any
 * error.
 */
async function buy(chance: Chance, cameAtMs: number): Promise<{ ms: number; trouble?: unknown }> {
  const lines = chance
    .shuffle(PRODUCTS)
    .slice(0, 1 + chance.below(3))
    .map((productId) => ({ productId }))
  const started = await startInTurn(rig.shop(), checkoutRequestFor(lines))
  const ms = performance.now() - cameAtMs
  if (started.status !== 200) return { ms, trouble: [started.status, started.body] }
  const fate = chance.next()
  if (fate < 0.2) return { ms }
  const { reference } = started.body.data
  await rig.provider.turn(reference, fate < 0.3 ? 'failed' : 'success')
  const returned = await verifyInTurn(rig.shop(), reference)
  return returned.status === 200 ? { ms } : { ms, trouble: [returned.status, returned.body] }
}

test('a shop sustains a long sale', { tags: ['whole'] }, async () => {
  for (const id of PRODUCTS) await rig.stock(id, 1_000_000)
  await prove(async () => {
    await rig.provider.setFault({ target: 'initialize', kind: 'slow', ms: PROVIDER_MS })
    const chance = createChance('soak')
    const bought: ReturnType<typeof buy>[] = []
    const beganAtMs = performance.now()
    // Shoppers arrive at a fixed rate, not when the previous one is served, so waiting times are included.
    for (let shopper = 0; shopper < LASTS_S * STARTS_PER_S; shopper++) {
      const comesAtMs = beganAtMs + (shopper * 1000) / STARTS_PER_S
      const aheadMs = comesAtMs - performance.now()
      if (aheadMs > 0) await sleep(aheadMs)
      bought.push(buy(chance, comesAtMs))
    }
    const results = await Promise.all(bought)
    const overdue = await countOrders(
      sql`status = 'pending' and hold_expires_at < now() - make_interval(secs => ${HOLD_ENDS_WITHIN_S})`,
    )
    const troubles = results.flatMap(({ trouble }) =>
      trouble === undefined ? [] : [JSON.stringify(trouble)],
    )
    expect({
      trouble: [...Map.groupBy(troubles, (each) => each)].map(([each, all]) => `${all.length} × ${each}`),
      complaints: rig.complaints(),
      overdue,
    }).toEqual({ trouble: [], complaints: [], overdue: 0 })
    const times = results.map(({ ms }) => ms)
    const p95Ms = quantileOf(times, 0.95)
    // Drift, bursts and a slow machine differ in their minutes.
    const minutes = Array.from({ length: LASTS_S / 60 }, (_, minute) =>
      Math.round(quantileOf(times.slice(minute * STARTS_PER_MIN, (minute + 1) * STARTS_PER_MIN), 0.95)),
    )
    if (sized({ quick: false, whole: !isMachineBusy() })) {
      expect(p95Ms, `ms at the 95th percentile, by minute: ${minutes}`).toBeLessThan(PROVIDER_MS + OWN_MS)
    }
    const [walked, ended] = [
      await countOrders(sql`status = 'pending'`),
      await countOrders(sql`status = 'cancelled'`),
    ]
    await rig.provider.clearFaults()
    await rig.advance(PAST_HOLDS_MS)
    await sweepUntil(rig, async () => (await countOrders(sql`status = 'pending'`)) === 0, { lookMs: 20_000 })
    await settleAndCheck(rig)
    return {
      invariants: 'I1, I6, I7, I10, I14',
      what: `${STARTS_PER_S} starts per second for ${LASTS_S} s in one process: seven of ten pay, one is declined, two walk away; the provider takes ${PROVIDER_MS} ms`,
      count: results.length,
      unit: 'starts',
      found: `no 5xx, books equal; start ${Math.round(quantileOf(times, 0.5))} ms at the median and ${Math.round(p95Ms)} ms at the 95th percentile; ${ended} holds had expired, none more than ${HOLD_ENDS_WITHIN_S} s late, ${walked} were still open`,
    }
  })
})
