import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { transact } from '#server/db/retry.ts'
import type { Database } from '#server/db/rows.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { openPaymentScene, successEvent } from '#test/support/payment-scene.ts'
import { getOrderOf, newKey, passTime, placeOrder } from '#test/support/purchase.ts'
import { claimDueRefund, insertRefund } from '../refund/refund-store.ts'
import { claimDueAttempts } from '../store.ts'
import { claimDueEvent } from '../webhook/event-store.ts'

const scene = openPaymentScene()
const { shop } = scene
const LEASE_MS = 60_000

/** Places an order of one piece and returns its payment attempt. */
async function attempt() {
  const reference = await placeOrder(shop, [{ productId: scene.tee }], { key: newKey() })
  return (await getOrderOf(shop, reference)).attempt
}

// With statistics from a one-row table, the planner chooses a different plan.
test('a claim never exceeds its limit, however few rows the planner expects', async () => {
  const { db, now } = shop
  const [first, ...later] = [await attempt(), await attempt(), await attempt(), await attempt()]
  const owe = ({ id, reference, amount }: typeof first) =>
    insertRefund(db, { reference, attemptId: id, amount, reason: 'owner' }, now())
  await owe(first)
  await db.execute(sql`analyze ${refunds}`)
  for (const each of later) await owe(each)

  passTime(shop, 60)
  expect(await claimDueRefund(db, now(), LEASE_MS)).toMatchObject({ reference: first.reference })
  const left = await db.$count(refunds, sql`next_try_at <= ${now().toISOString()}::timestamptz`)
  expect(left).toBe(later.length)
  await db.delete(refunds)

  await db.update(paymentAttempts).set({ nextCheckAt: null })
  await db.update(paymentAttempts).set({ nextCheckAt: now() })
  expect(await claimDueAttempts(db, now(), LEASE_MS, 2)).toHaveLength(2)
  expect(await claimDueAttempts(db, now(), LEASE_MS, 2)).toHaveLength(2)
  expect(await claimDueAttempts(db, now(), LEASE_MS, 2)).toHaveLength(0)
})

test.each([
  ['a payment', async (db: Database) => (await claimDueAttempts(db, shop.now(), LEASE_MS, 1))[0]],
  ['a refund', (db: Database) => claimDueRefund(db, shop.now(), LEASE_MS)],
  ['an event', (db: Database) => claimDueEvent(db, shop.now())],
])('%s that one process has claimed, another leaves alone', async (_, claim) => {
  const { db, now } = shop
  await db.update(paymentAttempts).set({ nextCheckAt: new Date(now().getTime() + 24 * HOUR_MS) })
  const { id, reference, amount } = await attempt()
  await insertRefund(db, { reference, attemptId: id, amount, reason: 'owner' }, now())
  await scene.deliver(successEvent(reference))
  passTime(shop, 60)
  await transact(db, async (tx) => {
    expect(await claim(tx)).toBeDefined()
    expect(await claim(db)).toBeUndefined()
  })
  await db.delete(refunds)
  await shop.jobs.runDue()
})
