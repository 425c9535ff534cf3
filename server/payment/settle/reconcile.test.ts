import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { checkLedger } from '#test/support/ledger.ts'
import {
  getOrderOf,
  passTime,
  pay,
  placeOrder,
  seedPlace,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { checkDuePayments } from './reconcile.ts'

/** Few, as a sweep of what is claimed at a time takes a second at any rate. */
const CHECKS_PER_S = 10
/** More than a sweep claims at a time. */
const MANY = CHECKS_PER_S + 2
const HOLD_MIN = 30

let tee: string
const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
  shop.settings.paymentChecksPerS = CHECKS_PER_S
  await seedPlace(shop.db)
})
beforeEach(async () => {
  tee = newId()
  await seedProduct(shop.db, { id: tee, stock: [{ color: 'black', size: 'M', quantity: 100 }] })
  await shop.db.update(paymentAttempts).set({ nextCheckAt: new Date('2100-01-01T00:00:00Z') })
})

/** One after the other: a slow machine would refuse the last of so many at once. */
async function begin(count: number): Promise<string[]> {
  const references: string[] = []
  while (references.length < count) references.push(await placeOrder(shop, [{ productId: tee }]))
  return references
}

/** The sweep, and what it asked the provider when. `onAsk` is called before the provider responds. */
async function sweep({ onAsk, stopping }: { onAsk?: () => Promise<void>; stopping?: AbortSignal } = {}) {
  const asked: { reference: string; atMs: number }[] = []
  const verify = async (reference: string) => {
    asked.push({ reference, atMs: performance.now() })
    await onAsk?.()
    return shop.provider.verify(reference)
  }
  await checkDuePayments({ ...shop, provider: { ...shop.provider, verify } }, stopping)
  return asked
}

test('a sweep checks all that is due, evenly and no faster than its rate, and as fast if the provider takes 0.4 s', async () => {
  const references = await begin(MANY)
  passTime(shop, 2)
  const atOnce = CHECKS_PER_S * 0.4
  const enough = Promise.withResolvers<void>()
  setTimeout(enough.resolve, 10_000)
  let waiting = 0
  let most = 0
  const asked = await sweep({
    onAsk: async () => {
      waiting += 1
      most = Math.max(most, waiting)
      if (waiting === atOnce) enough.resolve()
      await enough.promise
      waiting -= 1
    },
  })
  expect(most).toBe(atOnce)
  expect(asked.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted())
  const gapsMs = asked.slice(1).map(({ atMs }, i) => atMs - (asked[i]?.atMs ?? 0))
  expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(1000 / CHECKS_PER_S)
  await checkLedger(shop.db)
})

test('a shop that stops leaves the rest of a sweep to the next process', async () => {
  const references = await begin(MANY)
  passTime(shop, 2)
  const stopping = new AbortController()
  const before = await sweep({ onAsk: async () => stopping.abort(), stopping: stopping.signal })
  expect(before.length).toBeLessThan(references.length)
  // By then the claim on the others has expired.
  passTime(shop, 1)
  const after = await sweep()
  expect([...before, ...after].map(({ reference }) => reference).toSorted()).toEqual(references.toSorted())
})

test('an expired hold does not queue behind routine checks', async () => {
  const [ended] = await begin(1)
  if (ended === undefined) throw new Error('Nothing was begun')
  passTime(shop, HOLD_MIN)
  const waiting = await begin(MANY)
  // All of these have been due for longer than the expired one.
  for (const reference of waiting) {
    await shop.db
      .update(paymentAttempts)
      .set({ nextCheckAt: new Date(shop.clock.now - 60_000) })
      .where(eq(paymentAttempts.reference, reference))
  }
  const { order, attempt } = await getOrderOf(shop, ended)
  await shop.db
    .update(paymentAttempts)
    .set({ nextCheckAt: order.holdExpiresAt })
    .where(eq(paymentAttempts.id, attempt.id))
  expect(await stockOf(shop, tee)).toEqual([100 - MANY - 1, MANY + 1, 0])
  const asked = (await sweep()).map(({ reference }) => reference)
  expect(asked).toHaveLength(MANY + 1)
  expect(asked.slice(0, CHECKS_PER_S)).toContain(ended)
  const [after] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
  expect(after?.status).toBe('cancelled')
  expect(await stockOf(shop, tee)).toEqual([100 - MANY, MANY, 0])
  await checkLedger(shop.db)
})

test('the last check of a payment is one that got a response', async () => {
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const [reference = ''] = await begin(1)
  await pay(shop, reference)
  // The shop was down for five days, and so is the provider when it is back.
  passTime(shop, 5 * 24 * 60)
  const verify = async () => ({ kind: 'unreachable', message: 'HTTP 502' }) as const
  await checkDuePayments({ ...shop, provider: { ...shop.provider, verify } })
  expect((await getOrderOf(shop, reference)).order.status).toBe('cancelled')
  passTime(shop, 2)
  expect((await sweep()).map((asked) => asked.reference)).toEqual([reference])
  expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
})
