import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { prove, sized } from '#test/support/proof.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { checkoutRequestFor, start, verifyInTurn } from './rig/buyer.ts'
import { createChance } from './rig/chance.ts'
import { openRig, type Rig } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const CLIENTS = 64
/** The reduced version shares the machine with other proofs: starts may then wait for too long for their turn. */
const ASKS_TO_WAIT = new Set(['CHECKOUT_BUSY', ...sized({ quick: ['RATE_LIMITED'], whole: [] })])
const PRODUCTS = Array.from({ length: 6 }, (_, index) => `shared-${index}`)

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ postgresUrl: inject('postgresUrl'), processes: 2, rateLimits: false })
  for (const id of PRODUCTS) {
    const stock = [{ color: 'black', size: 'M', quantity: 1_000_000 }]
    await rig.withDatabase((db) => seedProduct(db, { id, stock }))
  }
})
afterAll(() => rig.close())

async function countDeadlocks(): Promise<number> {
  const [row] = await rig.withDatabase((db) =>
    rowsOf<{ deadlocks: number }>(
      db,
      sql`select pg_stat_force_next_flush(), deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
    ),
  )
  return row?.deadlocks ?? -1
}

test('carts with the same products in any order never deadlock', async () => {
  const lastsMs = sized({ quick: 4_000, whole: 600_000 })
  await prove(async () => {
    const endsAtMs = performance.now() + lastsMs
    let carts = 0
    let slowestMs = 0
    let asksToWait = 0
    const other = new Map<number, unknown>()
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const chance = createChance(`overlap ${client}`)
        while (performance.now() < endsAtMs) {
          const lines = chance
            .shuffle(PRODUCTS)
            .slice(0, 2 + chance.below(4))
            .map((productId) => ({ productId }))
          const shop = rig.shop(client % 2)
          const started = await start(shop, checkoutRequestFor(lines))
          carts += 1
          slowestMs = Math.max(slowestMs, started.ms)
          if (ASKS_TO_WAIT.has(started.body?.code)) {
            asksToWait += 1
            continue
          }
          if (started.status !== 200) {
            other.set(started.status, started.body ?? started)
            continue
          }
          // Half of them release their hold immediately, so that holds and releases meet.
          const { reference } = started.body.data
          await rig.provider.turn(reference, chance.next() < 0.5 ? 'failed' : 'success')
          const returned = await verifyInTurn(shop, reference)
          if (returned.status !== 200) other.set(returned.status, returned.body ?? returned)
        }
      }),
    )
    const complaints = rig.complaints()
    expect({ other: [...other], complaints }).toEqual({ other: [], complaints: [] })
    expect(await countDeadlocks()).toBe(0)
    await settleAndCheck(rig)
    return {
      invariants: 'I14',
      what: `${CLIENTS} shoppers with overlapping carts, each in a different order, in 2 processes, for ${lastsMs / 1000} s`,
      count: carts,
      unit: 'carts',
      database: 'PostgreSQL',
      found: `no deadlock even inside the database, no 5xx, told to retry ${asksToWait} times; slowest start ${Math.round(slowestMs)} ms`,
    }
  })
})
