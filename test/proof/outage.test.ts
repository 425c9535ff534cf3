import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quantileOf } from '#test/support/median.ts'
import { prove, sized } from '#test/support/proof.ts'
import { ask } from './rig/ask.ts'
import { checkoutRequestFor, start } from './rig/buyer.ts'
import { isMachineBusy } from './rig/machine.ts'
import { openRigScene } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const FAILED = 'Failed to initialize payment. Please try again.'
const BROWSED = ['/api/product?limit=20', '/api/product/browsed', '/products', '/products/browsed']
const BROWSERS = sized({ quick: 1, whole: 4 })
/** The reduced version leaves the processor to other proofs. */
const PAUSE_MS = sized({ quick: 100, whole: 0 })
const BREAKER_MS = 31_000

const rig = openRigScene()
const requestOne = () => start(rig.shop(), checkoutRequestFor([{ productId: 'browsed' }]))

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
        await sleep(PAUSE_MS)
      }
    }),
  )
  expect([...statuses]).toEqual([200])
  return quantileOf(times, 0.95)
}

async function countHolds(): Promise<number> {
  const [row] = await rig.rows<{ held: number }>(sql`select sum(held)::int as held from stock_items`)
  return row?.held ?? Number.NaN
}

test('while the provider hangs, shoppers browse as usual and no stock stays held', {
  tags: ['whole'],
}, async () => {
  const hangMs = sized({ quick: 11_500, whole: 60_000 })
  await rig.stock('browsed', 1_000)
  await prove(async () => {
    const browseNormally = () => browse(sleep(sized({ quick: 1_000, whole: 30_000 })))
    const beforeMs = await browseNormally()
    rig.ways.provider.set({ kind: 'hang' })
    const asked = Array.from({ length: 6 }, requestOne)
    const browsing = browse(sleep(hangMs))
    for (const response of await Promise.all(asked)) {
      expect([response.status, response.body.message]).toEqual([502, FAILED])
      expect(response.ms).toBeLessThan(sized({ quick: 30_000, whole: 12_000 }))
    }
    // Five calls have failed, so the breaker is open: nobody waits any more, and nothing is held.
    const heldBefore = await countHolds()
    const refused = await Promise.all(asked.map(requestOne))
    expect(refused.map(({ status, body }) => [status, body.code, body.message])).toEqual(
      asked.map(() => [502, 'PROVIDER_FAILED', FAILED]),
    )
    expect([heldBefore, await countHolds()]).toEqual([0, 0])
    const hungMs = await browsing
    rig.ways.provider.set()
    await rig.advance(BREAKER_MS)
    expect((await requestOne()).status).toBe(200)
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
