import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { prove, sized } from '#test/support/proof.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { checkoutRequestFor, startInTurn, verifyInTurn } from './rig/buyer.ts'
import { type Chance, createChance } from './rig/chance.ts'
import { openRig, type Rig } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const PRODUCTS = ['ankara', 'adire', 'aso-oke', 'akwete']
const UNITS = 60
const MINUTE_MS = 60_000

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ postgresUrl: inject('postgresUrl'), processes: 2, rateLimits: false })
  for (const id of PRODUCTS) {
    const stock = [{ color: 'black', size: 'M', quantity: UNITS }]
    await rig.withDatabase((db) => seedProduct(db, { id, stock }))
  }
})
afterAll(() => rig.close())

/** Every stock item whose books do not balance, in one snapshot of the tables. */
function listWrongItems(db: Database): Promise<unknown[]> {
  return rowsOf(
    db,
    sql`select s.*, m.received, m.held_by_moves from stock_items s join lateral (
        select sum(quantity) filter (where kind in ('receive', 'adjust')) as received,
          coalesce(sum(case kind when 'hold' then quantity when 'release' then -quantity when 'sell' then -quantity end), 0)
            as held_by_moves
        from stock_moves where (product_id, color, size) = (s.product_id, s.color, s.size)) m on true
      where s.available + s.held + s.sold <> m.received or s.held <> m.held_by_moves
        or least(s.available, s.held, s.sold) < 0`,
  )
}

/** One shopper: starts, then pays, is declined, edits or walks away, and returns or not. */
async function shopOnce(chance: Chance): Promise<number[]> {
  const shop = rig.shop(chance.below(2))
  const lines = chance
    .shuffle(PRODUCTS)
    .slice(0, 1 + chance.below(3))
    .map((productId) => ({ productId, quantity: 1 + chance.below(3) }))
  const request = checkoutRequestFor(lines)
  const started = await startInTurn(shop, request)
  if (started.status !== 200) return [started.status]
  const { reference } = started.body.data
  const choice = chance.next()
  if (choice < 0.35) await rig.provider.turn(reference, 'success')
  else if (choice < 0.6) await rig.provider.turn(reference, 'failed')
  else if (choice < 0.75) {
    const edited = {
      ...request,
      body: { ...checkoutRequestFor(lines.slice(0, 1)).body, email: request.body.email },
    }
    return [started.status, (await startInTurn(rig.shop(chance.below(2)), edited)).status]
  }
  if (chance.next() < 0.3) return [started.status]
  return [started.status, (await verifyInTurn(rig.shop(chance.below(2)), reference)).status]
}

test('whatever shoppers do concurrently, every piece is always available, held or sold', async () => {
  const clients = 32
  const lastsMs = sized({ quick: 4_000, whole: 300_000 })
  await prove(async () => {
    const endsAtMs = performance.now() + lastsMs
    const isOver = () => performance.now() >= endsAtMs
    const seen = new Map<number, number>()
    const shopping = Array.from({ length: clients }, async (_, client) => {
      const chance = createChance(`bank ${client}`)
      while (!isOver()) {
        for (const status of await shopOnce(chance)) seen.set(status, (seen.get(status) ?? 0) + 1)
      }
    })
    const time = (async () => {
      while (!isOver()) {
        await sleep(500)
        await rig.advance(MINUTE_MS)
      }
    })()
    let reads = 0
    while (!isOver()) {
      expect(await rig.withDatabase(listWrongItems)).toEqual([])
      reads += 1
      await sleep(50)
    }
    await Promise.all([...shopping, time])
    expect([...seen.keys()].filter((status) => status !== 200 && status !== 409)).toEqual([])
    await settleAndCheck(rig)
    const asked = [...seen.values()].reduce((sum, count) => sum + count, 0)
    return {
      invariants: 'I1',
      what: `${clients} shoppers concurrently start, edit, pay, fail and walk away, in 2 processes, while a reader sums up the stock`,
      count: reads,
      unit: 'reads',
      database: 'PostgreSQL',
      found: `each sum right in one snapshot; ${asked} responses, all 200 or 409`,
    }
  })
})
