import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { prove, sized } from '#test/support/proof.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { ask } from './rig/ask.ts'
import { checkoutRequestFor, start } from './rig/buyer.ts'
import { isMachineBusy } from './rig/machine.ts'
import { openRig, type Rig } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const FAILED = 'Failed to initialize payment. Please try again.'
const BROWSED = ['/api/product?limit=20', '/api/product/plenty', '/products', '/products/plenty']
const BROWSERS = sized({ quick: 1, whole: 4 })
const BREAKER_MS = 31_000

let rig: Rig
beforeAll(async () => {
  const prepare = (db: Parameters<typeof seedProduct>[0]) =>
    seedProduct(db, { id: 'plenty', stock: [{ color: 'black', size: 'M', quantity: 1_000 }] })
  rig = await openRig({ postgresUrl: inject('postgresUrl'), rateLimits: false, prepare })
})
afterAll(() => rig.close())

/** Visitors browse until `until` settles; returns the 95th percentile of the page times. */
async function browse(until: Promise<unknown>): Promise<number> {
  let isOver = false
  void until.finally(() => (isOver = true))
  const statuses = new Set<number>()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: BROWSERS }, async (_, visitor) => {
      for (let look = visitor; !isOver; look++) {
        const { status, ms } = await ask(rig.shop().url, 'GET', BROWSED[look % BROWSED.length] ?? '/')
        statuses.add(status)
        times.push(ms)
      }
    }),
  )
  expect([...statuses]).toEqual([200])
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0
}

async function countHolds(): Promise<number> {
  const rows = await rig.withDatabase((db) => rowsOf<{ held: number }>(db, sql`select held from stock_items`))
  return rows.reduce((sum, row) => sum + row.held, 0)
}

test('while the provider hangs, shoppers browse as usual and no stock stays held', async () => {
  const hangMs = sized({ quick: 11_500, whole: 60_000 })
  await prove(async () => {
    const browseNormally = () => browse(sleep(sized({ quick: 1_000, whole: 30_000 })))
    const beforeMs = await browseNormally()
    rig.ways.provider.set({ kind: 'hang' })
    const asked = Array.from({ length: 6 }, () =>
      start(rig.shop(), checkoutRequestFor([{ productId: 'plenty' }])),
    )
    const browsing = browse(sleep(hangMs))
    for (const response of await Promise.all(asked)) {
      expect([response.status, response.body.message]).toEqual([502, FAILED])
      expect(response.ms).toBeLessThan(sized({ quick: 30_000, whole: 12_000 }))
    }
    // Five calls have failed, so the breaker is open: nobody waits any more, and nothing is held.
    const heldBefore = await countHolds()
    const refused = await Promise.all(
      asked.map(() => start(rig.shop(), checkoutRequestFor([{ productId: 'plenty' }]))),
    )
    expect(refused.map(({ status, body }) => [status, body.code, body.message])).toEqual(
      asked.map(() => [502, 'PROVIDER_FAILED', FAILED]),
    )
    expect([heldBefore, await countHolds()]).toEqual([0, 0])
    const hungMs = await browsing
    rig.ways.provider.set()
    await rig.advance(BREAKER_MS)
    expect((await start(rig.shop(), checkoutRequestFor([{ productId: 'plenty' }]))).status).toBe(200)
    await settleAndCheck(rig)
    const afterMs = await browseNormally()
    const isTimed = sized({ quick: false, whole: !isMachineBusy() })
    // Times on one machine differ from minute to minute: what is normal is measured on both sides of the outage.
    const normalMs = Math.max(beforeMs, afterMs)
    if (isTimed) expect(hungMs).toBeLessThan(Math.max(normalMs * 1.1, normalMs + 2))
    const [before, hung, after] = [beforeMs, hungMs, afterMs].map((ms) => `${ms.toFixed(1)} ms`)
    const times = `pages ${before} before, ${hung} during and ${after} after the outage at the 95th percentile`
    return {
      invariants: 'I14, I10',
      what: `The provider accepts every call and responds to none for ${hangMs / 1000} s`,
      count: asked.length + refused.length,
      unit: 'starts',
      found: `refused with a message for shoppers, nothing held once the breaker is open; ${times}${isTimed ? '' : ' (busy machine)'}`,
    }
  })
})
