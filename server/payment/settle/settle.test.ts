import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { orders, paymentAttempts, stockMoves } from '#server/db/schema.ts'
import { transaction } from '#server/db/transaction.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  decline,
  getOrderOf,
  initialize,
  mailsTo,
  passTime,
  pay,
  placeOrder,
  purchase,
  stockOf,
  verify,
} from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { createPaystack } from '../paystack/paystack.ts'
import { settle } from './settle.ts'

vi.mock('#server/db/transaction.ts', { spy: true })

const scene = openPaymentScene()

describe('a payment in time', () => {
  test('reported by redirect, two webhooks and the reconciler at once is sold and mailed once', async () => {
    const email = 'all-at-once@example.com'
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 2 }], { email })
    scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'twice' })
    await pay(scene.shop, reference)
    passTime(scene.shop, 2)
    await Promise.all([
      ...Array.from({ length: 8 }, () => verify(scene.shop, reference)),
      ...Array.from({ length: 4 }, () => settle(scene.shop, reference, 'webhook')),
      ...Array.from({ length: 4 }, () => settle(scene.shop, reference, 'reconciler')),
      scene.shop.jobs.runDue(),
    ])
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([8, 0, 2])
    expect(await scene.mailKinds(reference)).toEqual(['order_confirmed'])
    expect(await mailsTo(scene.shop, email)).toHaveLength(1)
    const { order } = await getOrderOf(scene.shop, reference)
    // Where it was started from is only needed while it counts against the limits of a client address.
    expect(order.startedFrom).toBeNull()
    const sales = await scene.shop.db.select().from(stockMoves).where(eq(stockMoves.orderId, order.id))
    expect(sales.map((move) => move.kind).toSorted()).toEqual(['hold', 'sell'])
  })

  test('without redirect and webhook is found by the reconciler within two minutes', async () => {
    scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    passTime(scene.shop, 2)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('with the fee on top is not a different amount', async () => {
    scene.shop.sandbox.faults.set({ target: '*', kind: 'fees_on_top' })
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    expect((await verify(scene.shop, reference)).body.payment).toMatchObject({
      status: 'paid',
      amount: 15_500,
    })
  })

  test('with texts that the database cannot store is still paid', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    const reported = await scene.shop.provider.verify(reference)
    if (reported.kind !== 'known') throw new Error('The provider does not know it')
    const { id, amount } = reported.transaction
    const response = {
      id,
      reference,
      amount,
      requested_amount: amount,
      status: 'success',
      domain: 'test',
      currency: 'NGN',
      customer: { first_name: 'Ada\0', last_name: '\ud800', email: 'a\0@b.ng', phone: null },
      channel: 'card\0',
    }
    const provider = createPaystack({
      secretKey: PROVIDER_KEY,
      baseUrl: 'http://provider.example',
      fetch: async () => Response.json({ status: true, data: response }),
    })
    await settle({ ...scene.shop, provider }, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('stays paid: a later failure, and time, change nothing', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    await verify(scene.shop, reference)
    await decline(scene.shop, reference)
    await settle(scene.shop, reference, 'webhook')
    passTime(scene.shop, 600)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    expect(await scene.mailKinds(reference)).toEqual(['order_confirmed'])
  })

  test('keeps its receipt when an outdated response arrives', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    const early = await scene.shop.provider.verify(reference)
    await pay(scene.shop, reference)
    const paid = (await verify(scene.shop, reference)).body.payment
    expect(paid).toMatchObject({ status: 'paid', channel: 'card', paidAt: expect.any(String) })
    await settle(
      { ...scene.shop, provider: { ...scene.shop.provider, verify: async () => early } },
      reference,
      'redirect',
    )
    expect((await verify(scene.shop, reference)).body.payment).toEqual(paid)
  })
})

describe('a response with nothing new', () => {
  test('only postpones the next check, and takes no lock', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await settle(scene.shop, reference, 'reconciler')
    const before = await getOrderOf(scene.shop, reference)
    passTime(scene.shop, 3)
    vi.mocked(transaction).mockClear()
    await settle(scene.shop, reference, 'reconciler')
    expect(transaction).not.toHaveBeenCalled()
    const after = await getOrderOf(scene.shop, reference)
    expect(after.order).toEqual(before.order)
    expect(after.attempt).toEqual({
      ...before.attempt,
      nextCheckAt: new Date(before.order.createdAt.getTime() + 5 * 60_000),
    })
  })

  test('that is outdated when it arrives postpones nothing', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await settle(scene.shop, reference, 'reconciler')
    const { provider } = scene.shop
    const verify = async () => {
      const outdated = await provider.verify(reference)
      await pay(scene.shop, reference)
      await settle(scene.shop, reference, 'redirect')
      return outdated
    }
    await settle({ ...scene.shop, provider: { ...provider, verify } }, reference, 'reconciler')
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    const { attempt } = await getOrderOf(scene.shop, reference)
    expect([attempt.providerStatus, attempt.nextCheckAt]).toEqual(['success', null])
  })
})

describe('a payment that fails', () => {
  test('releases the hold at once and informs the shopper', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await decline(scene.shop, reference)
    expect((await verify(scene.shop, reference)).body.payment).toMatchObject({
      status: 'failed',
      inFlight: false,
    })
    expect(await stockOf(scene.shop, scene.tee)).toEqual([10, 0, 0])
  })

  test('is honoured if a second card succeeds', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await decline(scene.shop, reference)
    await verify(scene.shop, reference)
    await pay(scene.shop, reference)
    expect((await verify(scene.shop, reference)).body.payment.status).toBe('paid')
    const { order } = await getOrderOf(scene.shop, reference)
    expect(order.paidLate).toBe(true)
    expect(await stockOf(scene.shop, scene.tee)).toEqual([9, 0, 1])
  })
})

describe('a payment that never arrives', () => {
  test('is not a failure before the hold ends; then the order is cancelled, mailed once and its stock released', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    for (const minutes of [3, 10, 16]) {
      passTime(scene.shop, minutes)
      await scene.shop.jobs.runDue()
      expect(await scene.state(reference)).toEqual(['pending', 'started'])
    }
    passTime(scene.shop, 1)
    await scene.shop.jobs.runDue()
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([10, 0, 0])
    expect(await scene.mailKinds(reference)).toEqual(['order_cancelled'])
    expect((await verify(scene.shop, reference)).body.payment).toMatchObject({
      status: 'cancelled',
      holdExpiresAt: null,
    })
  })

  test('is mailed for at most three orders of an address a day, as anybody can enter it', async () => {
    const email = 'never-ordered@example.com'
    const place = () => placeOrder(scene.shop, [{ productId: scene.tee }], { email })
    const letLapse = async (count: number) => {
      for (let placed = 0; placed < count; placed++) await place()
      passTime(scene.shop, 31)
      await scene.shop.jobs.runDue()
      return (await mailsTo(scene.shop, email)).length
    }
    expect(await letLapse(2)).toBe(2)
    expect(await letLapse(2)).toBe(3)
    expect(await letLapse(1)).toBe(3)
    passTime(scene.shop, 24 * 60)
    expect(await letLapse(1)).toBe(4)
  })

  test('while it is in flight extends the hold, and the page polls', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await scene.shop.sandbox.advance(reference, 'ongoing')
    expect((await verify(scene.shop, reference)).body.payment).toMatchObject({
      status: 'pending',
      inFlight: true,
    })
    passTime(scene.shop, 30)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['pending', 'started'])
    for (let looks = 0; looks < 9; looks++) {
      passTime(scene.shop, 15)
      await scene.shop.jobs.runDue()
    }
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
  })

  test('while the provider is unreachable extends the hold up to four hours; the shopper may retry', async () => {
    const email = 'unreachable@example.com'
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }], { email })
    scene.shop.sandbox.faults.set({ target: 'verify', kind: 'drop' })
    const response = await verify(scene.shop, reference)
    expect([response.status, response.body.code]).toEqual([502, 'PROVIDER_FAILED'])
    passTime(scene.shop, 30)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['pending', 'started'])
    for (let looks = 0; looks < 47; looks++) {
      passTime(scene.shop, 5)
      await scene.shop.jobs.runDue()
    }
    expect(await scene.state(reference)).toEqual(['pending', 'started'])
    passTime(scene.shop, 5)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    // Nobody knows whether the payer was charged, and the items were held for longer than usual.
    const [mail] = await mailsTo(scene.shop, email)
    expect(mail?.textBody).toContain('no payment reached us')
    expect(mail?.textBody).not.toMatch(/charged|30 minutes/)
  })

  test('fails after a minute if its start crashed before it had a page', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    const { attempt } = await getOrderOf(scene.shop, reference)
    await scene.shop.db
      .update(paymentAttempts)
      .set({
        state: 'created',
        url: null,
        accessCode: null,
        nextCheckAt: new Date(scene.shop.clock.now + 60_000),
      })
      .where(eq(paymentAttempts.id, attempt.id))
    passTime(scene.shop, 0.9)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['pending', 'created'])
    passTime(scene.shop, 0.2)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['failed', 'start_unknown'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([10, 0, 0])
  })
})

describe('concurrent settlement', () => {
  test('an order that is settled and expired at the same instant ends once', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    passTime(scene.shop, 30)
    await Promise.all([
      scene.shop.jobs.runDue(),
      settle(scene.shop, reference, 'redirect'),
      settle(scene.shop, reference, 'webhook'),
    ])
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([9, 0, 1])
  })

  test('ten orders that are paid, declined or abandoned and settled concurrently leave a consistent ledger', async () => {
    const started = await Promise.all(
      Array.from({ length: 10 }, () => initialize(scene.shop, purchase([{ productId: scene.tee }]))),
    )
    const references = started.map(({ body }) => body.data.reference as string)
    await Promise.all(
      references.map((reference, i) =>
        (i % 3 === 0 ? pay : i % 3 === 1 ? decline : async () => {})(scene.shop, reference),
      ),
    )
    passTime(scene.shop, 31)
    await Promise.all([
      ...references.map((reference) => verify(scene.shop, reference)),
      ...references.map((reference) => settle(scene.shop, reference, 'webhook')),
      scene.shop.jobs.runDue(),
    ])
    const statuses = await scene.shop.db.select({ status: orders.status }).from(orders)
    expect(statuses.some(({ status }) => status === 'pending')).toBe(false)
    expect(await stockOf(scene.shop, scene.tee)).toEqual([6, 0, 4])
  })
})

describe('the verify call', () => {
  test.each(['jara-0', 'x', `jara-${'0'.repeat(40)}`, '..%2f..%2f', 'é'])(
    '%s is not a payment',
    async (reference) => {
      const { status, body } = await verify(scene.shop, reference)
      expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  test('20 calls a minute for one payment, then 429', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    for (let i = 0; i < 20; i++) expect((await verify(scene.shop, reference)).status).toBe(200)
    const response = await verify(scene.shop, reference)
    expect([response.status, response.body.code]).toEqual([429, 'RATE_LIMITED'])
  })
})
