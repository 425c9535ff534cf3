import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quantileOf } from '#test/support/median.ts'
import { prove, sized } from '#test/support/proof.ts'
import { checkoutRequestFor, place, verify } from './rig/buyer.ts'
import { openRigScene } from './rig/rig.ts'
import { settleAndCheck, sweepUntil } from './rig/settled.ts'

const MINUTE_MS = 60_000
const LIMIT_MS = { callback: 5_000, webhook: 60_000, reconciler: 15 * MINUTE_MS, refund: 5 * MINUTE_MS }
type Source = keyof typeof LIMIT_MS
/** Machine times measured next to other tests mean nothing: there only delays by the shop's clock are checked. */
const HELD_TO_LIMIT = sized<readonly Source[]>({
  quick: ['reconciler', 'refund'],
  whole: ['callback', 'webhook', 'reconciler', 'refund'],
})
const LOOK_MS = 20
const SWEEPS = 60

const rig = openRigScene()

const has = async (query: SQL) => (await rig.rows(query)).length > 0

const isPaid = (reference: string) =>
  has(sql`select 1 from payment_attempts where reference = ${reference} and state = 'succeeded'`)

const started = () => place(rig.shop(), checkoutRequestFor([{ productId: 'asked-about' }]))

function silently(reference: string): Promise<void> {
  return rig.provider.setFault({ target: 'webhook', kind: 'never', reference })
}

const p99 = (delaysMs: readonly number[]) => quantileOf(delaysMs, 0.99)

test('a payment is settled in time, whichever source reports it, and money owed is refunded in time', {
  tags: ['whole'],
}, async () => {
  await rig.stock('asked-about', 10_000)
  await rig.stock('last-piece', 1)
  await prove(async () => {
    const count = sized({ quick: 1, whole: 100 })
    const delays = { callback: [] as number[], webhook: [] as number[], reconciler: [] as number[] }
    for (let turn = 0; turn < count; turn++) {
      const returning = await started()
      await silently(returning)
      await rig.provider.turn(returning, 'success')
      const returned = await verify(rig.shop(turn % 2), returning)
      expect(returned.body.payment.status).toBe('paid')
      delays.callback.push(returned.ms)

      const paidReference = await started()
      const paidAtMs = performance.now()
      await rig.provider.turn(paidReference, 'success')
      while (!(await isPaid(paidReference))) await sleep(LOOK_MS)
      delays.webhook.push(performance.now() - paidAtMs)
    }
    const unseen = await Promise.all(Array.from({ length: count }, started))
    for (const reference of unseen) {
      await silently(reference)
      await rig.provider.turn(reference, 'success')
    }
    for (const reference of unseen) {
      const afterMs = await sweepUntil(rig, () => isPaid(reference), { sweepsMax: SWEEPS })
      delays.reconciler.push((delays.reconciler.at(-1) ?? 0) + (afterMs ?? Number.POSITIVE_INFINITY))
    }

    const lines = [{ productId: 'last-piece' }]
    const late = await place(rig.shop(), checkoutRequestFor(lines))
    await rig.advance(31 * MINUTE_MS)
    await verify(rig.shop(), late)
    await place(rig.shop(), checkoutRequestFor(lines))
    await rig.provider.turn(late, 'success')
    const refundMs = await sweepUntil(rig, () =>
      has(sql`select 1 from refunds where reference = ${late} and provider_refund_id is not null`),
    )

    const found = {
      callback: p99(delays.callback),
      webhook: p99(delays.webhook),
      reconciler: p99(delays.reconciler),
      refund: refundMs ?? Number.POSITIVE_INFINITY,
    }
    for (const source of HELD_TO_LIMIT) {
      expect([source, found[source]]).toEqual([source, expect.toSatisfy((ms) => ms <= LIMIT_MS[source])])
    }
    await settleAndCheck(rig)
    return {
      invariants: 'I6, I8',
      what: 'From the success at the provider to the paid order: reported by the return, by an event, by nobody; from an unservable success to its refund',
      count: count * 3 + 1,
      unit: 'payments',
      found: `99th percentiles: return ${Math.round(found.callback)} ms, event ${Math.round(found.webhook)} ms, reconciler alone ${found.reconciler / 1000} s, refund requested within ${found.refund / 1000} s (the last two by the shop's clock)`,
    }
  })
})
