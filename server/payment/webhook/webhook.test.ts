import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/db/schema/order.ts'
import { providerEvents } from '#server/db/schema/payment.ts'
import { openPaymentScene, successEvent } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, placeOrder, verify } from '#test/support/purchase.ts'

const scene = openPaymentScene()
const { shop } = scene

const countEvents = () => shop.db.$count(providerEvents)

test('a signed event is stored, acknowledged and settled by the job', async () => {
  const reference = await scene.paidWithoutEvent()
  const body = successEvent(reference)
  const response = await scene.deliver(body)
  expect([response.status, await response.json()]).toEqual([200, { received: true }])
  expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
})

test('repeated deliveries of the same bytes are acknowledged and stored once', async () => {
  const body = successEvent(await scene.paidWithoutEvent())
  const before = await countEvents()
  const responses = await Promise.all(Array.from({ length: 5 }, () => scene.deliver(body)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await countEvents()).toBe(before + 1)
  await shop.jobs.runDue()
})

test('a signed body that is not JSON is stored for inspection and acknowledged', async () => {
  const body = '{"event":"charge.succ'
  expect((await scene.deliver(body)).status).toBe(200)
  const [storedEvents] = await shop.db.select().from(providerEvents).where(eq(providerEvents.body, body))
  expect(storedEvents).toMatchObject({ event: 'unreadable', reference: null, settledAt: expect.any(Date) })
})

test('a failing database gives a 500, so that the provider retries', async () => {
  const body = successEvent(await scene.paidWithoutEvent())
  await shop.db.execute(sql`alter table provider_events rename to lost_events`)
  const response = await scene.deliver(body)
  expect(response.status).toBe(500)
  await shop.db.execute(sql`alter table lost_events rename to provider_events`)
  expect((await scene.deliver(body)).status).toBe(200)
  await shop.jobs.runDue()
})

test.each([
  ['a name', JSON.stringify({ event: 'charge\0success', data: { reference: 'another-shop-1' } })],
  ['a reference', JSON.stringify({ event: 'charge.success', data: { reference: 'a\0b' } })],
  ['a lone surrogate', JSON.stringify({ event: 'charge.success', data: { reference: 'a\ud800' } })],
  ['its raw bytes', '{"event":"charge.success\0"}'],
])(
  'a signed event with characters that the database cannot store, in %s, is still stored',
  async (_, body) => {
    const before = await countEvents()
    expect((await scene.deliver(body)).status).toBe(200)
    await shop.jobs.runDue()
    expect(await countEvents()).toBe(before + 1)
  },
)

test.each<[string, (reference: string) => object]>([
  ['fields of another type', (reference) => ({ reference, status: 3, amount: '1', customer: [] })],
  ['another reference of another type', (reference) => ({ reference: 3, transaction_reference: reference })],
  ['an empty reference', (reference) => ({ reference: '', transaction: { reference } })],
  ['a transaction that is none', (reference) => ({ reference, transaction: 7 })],
])('a known reference beside %s settles', async (_, data) => {
  const reference = await scene.paidWithoutEvent()
  const body = JSON.stringify({ event: 'charge.success', data: data(reference) })
  await scene.deliver(body)
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
})

test('an event about money that names no payment is logged', async () => {
  const bodies = [
    { event: 'refund.failed', data: { transaction_reference: 3 } },
    { event: 'charge.dispute.create' },
    { event: 'charge.success', data: 'odd' },
    { event: 'transfer.success', data: { id: 1 } },
  ].map((value) => JSON.stringify(value))
  for (const body of bodies) await scene.deliver(body)
  await shop.jobs.runDue()
  expect(scene.logged.map((line) => JSON.parse(line)).map(({ event, msg }) => [event, msg])).toEqual([
    ['refund.failed', 'an event about money names no payment'],
    ['charge.dispute.create', 'an event about money names no payment'],
    [undefined, 'a signed webhook cannot be read'],
  ])
})

test('an event is only a hint: a success that the provider does not confirm changes nothing', async () => {
  const reference = await placeOrder(shop, [{ productId: scene.tee }])
  const body = successEvent(reference, { amount: 1_550_000, requested_amount: 1_550_000 })
  await scene.deliver(body)
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
})

test('an event about an unknown payment is settled without an effect', async () => {
  for (const reference of ['another-shop-1', `jara-${'0'.repeat(40)}`]) {
    const body = successEvent(reference)
    await scene.deliver(body)
  }
  await shop.jobs.runDue()
  const open = (await shop.db.select().from(providerEvents)).filter((event) => event.settledAt === null)
  expect(open).toEqual([])
})

test('an event that came before the return was settled is done; a later one is checked', async () => {
  const reference = await scene.paidWithoutEvent()
  const [before, after] = [successEvent(reference, { id: 1 }), successEvent(reference, { id: 2 })]
  const settledOf = async (body: string) => {
    const [event] = await shop.db.select().from(providerEvents).where(eq(providerEvents.body, body))
    return event?.settledAt !== null
  }
  await scene.deliver(before)
  expect((await verify(shop, reference)).body.payment.status).toBe('paid')
  shop.clock.now += 1
  await scene.deliver(after)
  shop.sandbox.faults.set({ target: 'verify', kind: 'drop', reference })
  await shop.jobs.runDue()
  expect([await settledOf(before), await settledOf(after)]).toEqual([true, false])
  shop.sandbox.faults.clear()
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect(await settledOf(after)).toBe(true)
})

test.each([
  ["about another application's payment", 'charge.success', { reference: 'another-shop-1' }, null],
  ['about a person', 'customeridentification.success', { identification: { bvn: '200*****677' } }, null],
  ['in our format', 'charge.success', { reference: `jara-${'1'.repeat(40)}` }, expect.any(String)],
  ['about money that names none', 'refund.failed', { transaction_reference: 4 }, expect.any(String)],
])(
  'the body of an event %s, but no payment of ours, is kept only to look into it',
  async (_, event, data, storedEvents) => {
    const body = JSON.stringify({ event, data: { ...data, customer: { email: 'ada@example.ng' } } })
    await scene.deliver(body)
    await shop.jobs.runDue()
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const [stored] = await shop.db.select().from(providerEvents).where(eq(providerEvents.bodyHash, bodyHash))
    expect(stored).toMatchObject({ settledAt: expect.any(Date), body: storedEvents })
  },
)

test('raw bodies, which contain names, are blanked after 90 days', async () => {
  const settledAt = new Date(shop.clock.now)
  await shop.db.update(providerEvents).set({ settledAt, receivedAt: settledAt, body: '{}' })
  passTime(shop, 90 * 24 * 60)
  await shop.jobs.runDue()
  expect(await shop.db.$count(providerEvents, eq(providerEvents.body, '{}'))).toBeGreaterThan(0)
  passTime(shop, 1)
  await shop.jobs.runDue()
  const storedEvents = await shop.db.select().from(providerEvents)
  expect(storedEvents.length).toBeGreaterThan(0)
  expect(storedEvents.every((event) => event.body === null)).toBe(true)
  expect(await shop.db.$count(orders, eq(orders.status, 'pending'))).toBe(0)
})
