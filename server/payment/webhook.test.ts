import { createHash, createHmac } from 'node:crypto'
import { eq, isNull, like, type SQL } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { concernText } from '#server/cli/concern-text.ts'
import { orders, providerEvents } from '#server/db/schema.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { checkLedger } from '#test/support/ledger.ts'
import {
  getOrderOf,
  passTime,
  pay,
  placeOrder,
  seedPlace,
  seedProduct,
  verify,
} from '#test/support/purchase.ts'
import { openCasesOf, reviewOf } from '#test/support/review.ts'
import { openTestShop, PROVIDER_KEY, type TestShop } from '#test/support/shop.ts'
import { settleOverdueEvents } from './webhook.ts'

let shop: TestShop
const logged: string[] = []
beforeAll(async () => {
  shop = await openTestShop({ log: pino({ level: 'warn' }, { write: (line) => logged.push(line) }) })
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 90 }] })
})
afterEach(async () => {
  shop.sandbox.faults.clear()
  passTime(shop, 1)
  logged.length = 0
  await checkLedger(shop.db)
})
afterAll(() => shop.close())

const sign = (body: string | Uint8Array, key = PROVIDER_KEY) =>
  createHmac('sha512', key).update(body).digest('hex')
const send = (body: string | Uint8Array, headers: HeadersInit) =>
  shop.request('/api/payment/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    body: body as BodyInit,
  })
const success = (reference: string, extra: object = {}) =>
  JSON.stringify({ event: 'charge.success', data: { reference, status: 'success', amount: 1, ...extra } })
const countEvents = () => shop.db.$count(providerEvents)

/** A payment that succeeded at the provider without a notification to the shop. */
async function paidUntold(): Promise<string> {
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  await pay(shop, reference)
  shop.sandbox.faults.clear()
  return reference
}

test('a signed event is stored, acknowledged and settled by the job', async () => {
  const reference = await paidUntold()
  const body = success(reference)
  const answer = await send(body, { 'x-paystack-signature': sign(body) })
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
})

test('repeated deliveries of the same bytes are acknowledged and stored once', async () => {
  const body = success(await paidUntold())
  const headers = { 'x-paystack-signature': sign(body) }
  const before = await countEvents()
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(body, headers)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await countEvents()).toBe(before + 1)
  await shop.jobs.runDue()
})

test('a signed body that is not JSON is stored for inspection and acknowledged', async () => {
  const body = '{"event":"charge.succ'
  expect((await send(body, { 'x-paystack-signature': sign(body) })).status).toBe(200)
  const [kept] = await shop.db.select().from(providerEvents).where(eq(providerEvents.body, body))
  expect(kept).toMatchObject({ event: 'unreadable', reference: null, settledAt: expect.any(Date) })
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
    expect((await send(body, { 'x-paystack-signature': sign(body) })).status).toBe(200)
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
  const reference = await paidUntold()
  const body = JSON.stringify({ event: 'charge.success', data: data(reference) })
  await send(body, { 'x-paystack-signature': sign(body) })
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
  for (const body of bodies) await send(body, { 'x-paystack-signature': sign(body) })
  await shop.jobs.runDue()
  expect(logged.map((line) => JSON.parse(line)).map(({ event, msg }) => [event, msg])).toEqual([
    ['refund.failed', 'an event about money names no payment'],
    ['charge.dispute.create', 'an event about money names no payment'],
    [undefined, 'a signed webhook cannot be read'],
  ])
})

test('an event is only a hint: a success that the provider does not confirm changes nothing', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  const body = success(reference, { amount: 1_550_000, requested_amount: 1_550_000 })
  await send(body, { 'x-paystack-signature': sign(body) })
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
})

test('an event about an unknown payment is settled without an effect', async () => {
  for (const reference of ['another-shop-1', `jara-${'0'.repeat(40)}`]) {
    const body = success(reference)
    await send(body, { 'x-paystack-signature': sign(body) })
  }
  await shop.jobs.runDue()
  const open = (await shop.db.select().from(providerEvents)).filter((event) => event.settledAt === null)
  expect(open).toEqual([])
})

test.each([
  ["about another application's payment", 'charge.success', { reference: 'another-shop-1' }, null],
  ['about a person', 'customeridentification.success', { identification: { bvn: '200*****677' } }, null],
  ['in our format', 'charge.success', { reference: `jara-${'1'.repeat(40)}` }, expect.any(String)],
  ['about money that names none', 'refund.failed', { transaction_reference: 4 }, expect.any(String)],
])(
  'the body of an event %s, but no payment of ours, is kept only to look into it',
  async (_, event, data, kept) => {
    const body = JSON.stringify({ event, data: { ...data, customer: { email: 'ada@example.ng' } } })
    await send(body, { 'x-paystack-signature': sign(body) })
    await shop.jobs.runDue()
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const [stored] = await shop.db.select().from(providerEvents).where(eq(providerEvents.bodyHash, bodyHash))
    expect(stored).toMatchObject({ settledAt: expect.any(Date), body: kept })
  },
)

test('an event that fails to settle is retried by the sweep until the provider responds', async () => {
  const reference = await paidUntold()
  shop.sandbox.faults.set({ target: 'verify', kind: 'drop', reference })
  const body = success(reference)
  await send(body, { 'x-paystack-signature': sign(body) })
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
  shop.sandbox.faults.clear()
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
})

describe('the sweep of due events', () => {
  /** Events about one payment whose jobs were lost, oldest first. */
  const lose = (reference: string, count: number, what: string) =>
    shop.db.insert(providerEvents).values(
      Array.from({ length: count }, (_, i) => ({
        bodyHash: `${what} ${i}`,
        event: 'charge.success',
        reference,
        receivedAt: shop.now(),
        nextTryAt: new Date(shop.clock.now + i),
      })),
    )
  const settledOf = async (what: string) => {
    const rows = await shop.db
      .select()
      .from(providerEvents)
      .where(like(providerEvents.bodyHash, `${what} %`))
    return rows.filter(({ settledAt }) => settledAt !== null).length
  }
  /** The shop, with a provider whose answer about one payment breaks the check; `asked` lists what it was asked. */
  function breakingAt(broken: string) {
    const asked: string[] = []
    const verify = async (reference: string) => {
      asked.push(reference)
      if (reference === broken) throw new Error('a bug')
      return shop.provider.verify(reference)
    }
    return { asked, dependencies: { ...shop, provider: { ...shop.provider, verify } } }
  }

  test('twenty that always fail do not keep the later ones from being settled', async () => {
    const [broken, reference] = [await paidUntold(), await paidUntold()]
    await lose(broken, 20, 'broken')
    passTime(shop, 1)
    await lose(reference, 5, 'later')
    passTime(shop, 1)
    const { asked, dependencies } = breakingAt(broken)
    await settleOverdueEvents(dependencies)
    expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
    expect([await settledOf('broken'), await settledOf('later')]).toEqual([0, 5])
    expect(logged.map((line) => JSON.parse(line).err.message)).toEqual(Array(20).fill('a bug'))
    // Not before half a minute, and not after more than a minute however often they failed.
    const tries = async (afterMs: number) => {
      shop.clock.now += afterMs
      asked.length = 0
      await settleOverdueEvents(dependencies)
      return asked.length
    }
    expect([await tries(29_000), await tries(1_000)]).toEqual([0, 20])
    await shop.db.update(providerEvents).set({ attempts: 100 }).where(isNull(providerEvents.settledAt))
    expect([await tries(30_000), await tries(30_000), await tries(30_000), await tries(30_000)]).toEqual([
      20, 0, 20, 0,
    ])
    passTime(shop, 1)
    await settleOverdueEvents(shop)
    expect(await settledOf('broken')).toBe(20)
  })

  const triesOf = async (which: SQL) => {
    const rows = await shop.db.select().from(providerEvents).where(which)
    return rows.map(({ attempts }) => attempts)
  }

  test('of concurrent sweeps one takes each event', async () => {
    await lose(await paidUntold(), 6, 'shared')
    passTime(shop, 1)
    await Promise.all([1, 2, 3].map(() => settleOverdueEvents(shop)))
    expect(await triesOf(like(providerEvents.bodyHash, 'shared %'))).toEqual(Array(6).fill(1))
  })

  test('leaves an event alone that its job has just tried', async () => {
    const reference = await paidUntold()
    shop.sandbox.faults.set({ target: 'verify', kind: 'drop', reference })
    const body = success(reference)
    await send(body, { 'x-paystack-signature': sign(body) })
    shop.clock.now += 29_000
    await shop.jobs.runDue()
    const tries = await triesOf(eq(providerEvents.body, body))
    shop.clock.now += 2_000
    await settleOverdueEvents(shop)
    expect(await triesOf(eq(providerEvents.body, body))).toEqual(tries)
    shop.sandbox.faults.clear()
    passTime(shop, 1)
    await settleOverdueEvents(shop)
    expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
  })
})

test('an event that came before the return was settled is done; a later one is checked', async () => {
  const reference = await paidUntold()
  const [before, after] = [success(reference, { id: 1 }), success(reference, { id: 2 })]
  const settledOf = async (body: string) => {
    const [event] = await shop.db.select().from(providerEvents).where(eq(providerEvents.body, body))
    return event?.settledAt !== null
  }
  await send(before, { 'x-paystack-signature': sign(before) })
  expect((await verify(shop, reference)).body.payment.status).toBe('paid')
  shop.clock.now += 1
  await send(after, { 'x-paystack-signature': sign(after) })
  shop.sandbox.faults.set({ target: 'verify', kind: 'drop', reference })
  await shop.jobs.runDue()
  expect([await settledOf(before), await settledOf(after)]).toEqual([true, false])
  shop.sandbox.faults.clear()
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect(await settledOf(after)).toBe(true)
})

test('a failing database is answered with 500, so that the provider retries', async () => {
  const body = success(await paidUntold())
  const { transaction } = shop.db
  shop.db.transaction = () => Promise.reject(new Error('the disk is full'))
  const answer = await send(body, { 'x-paystack-signature': sign(body) })
  shop.db.transaction = transaction
  expect(answer.status).toBe(500)
  expect((await send(body, { 'x-paystack-signature': sign(body) })).status).toBe(200)
  await shop.jobs.runDue()
})

test('a dispute is flagged for review and leaves the order paid', async () => {
  const reference = await paidUntold()
  await verify(shop, reference)
  const body = JSON.stringify({ event: 'charge.dispute.create', data: { transaction: { reference } } })
  await send(body, { 'x-paystack-signature': sign(body) })
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  expect([order.status, await reviewOf(shop.db, order.id)]).toEqual(['paid', 'the payment is disputed'])
})

test('a lost dispute is detected from its event, and neither reason hides the other', async () => {
  const reference = await paidUntold()
  await verify(shop, reference)
  const opened = JSON.stringify({ event: 'charge.dispute.create', data: { transaction: { reference } } })
  await send(opened, { 'x-paystack-signature': sign(opened) })
  await shop.jobs.runDue()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.sandbox.advance(reference, 'reversed')
  const body = JSON.stringify({ event: 'charge.dispute.resolve', data: { transaction: { reference } } })
  await send(body, { 'x-paystack-signature': sign(body) })
  await send(`${body} `, { 'x-paystack-signature': sign(`${body} `) })
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  expect([order.status, await reviewOf(shop.db, order.id)]).toEqual([
    'paid',
    'the payment is disputed; the payment was reversed',
  ])
  expect(concernText({ kind: 'review', cases: await openCasesOf(shop.db, order.id) })).toMatch(
    /disputes the payment .* took the payment back/,
  )
})

test('the end of a dispute does not reopen a closed case', async () => {
  const reference = await paidUntold()
  await verify(shop, reference)
  const { id } = (await getOrderOf(shop, reference)).order
  const tell = async (event: string) => {
    const body = JSON.stringify({ event: `charge.dispute.${event}`, data: { transaction: { reference } } })
    await send(body, { 'x-paystack-signature': sign(body) })
    await shop.jobs.runDue()
    return reviewOf(shop.db, id)
  }
  await tell('create')
  await resolveOrder(shop.db, { orderId: id, actor: 'ngozi', note: 'answered' }, shop.now())
  expect(await tell('resolve')).toBeNull()
  expect(await tell('remind')).toBe('the payment is disputed')
})

test('raw bodies, which contain names, are blanked after 90 days', async () => {
  const settledAt = new Date(shop.clock.now)
  await shop.db.update(providerEvents).set({ settledAt, receivedAt: settledAt, body: '{}' })
  passTime(shop, 90 * 24 * 60)
  await shop.jobs.runDue()
  expect(await shop.db.$count(providerEvents, eq(providerEvents.body, '{}'))).toBeGreaterThan(0)
  passTime(shop, 1)
  await shop.jobs.runDue()
  const kept = await shop.db.select().from(providerEvents)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.every((event) => event.body === null)).toBe(true)
  expect(await shop.db.$count(orders, eq(orders.status, 'pending'))).toBe(0)
})
