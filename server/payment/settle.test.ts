import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { orders, outbox, paymentAttempts, refunds, stockMoves } from '#server/db/schema.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { orderNumber } from '#shared/order-number.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  decline,
  getOrderOf,
  initialize,
  mailsTo,
  newKey,
  passTime,
  pay,
  placeOrder,
  purchase,
  stockOf,
  verify,
} from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { comparePayment } from './compare.ts'
import { createPaystack } from './paystack.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()

const mailKinds = async (reference: string) => {
  const { order } = await getOrderOf(scene.shop, reference)
  const rows = await scene.shop.db
    .select({ kind: outbox.kind })
    .from(outbox)
    .where(eq(outbox.orderId, order.id))
  return rows.map((row) => row.kind).toSorted()
}
const refundOf = async (reference: string) =>
  (await scene.shop.db.select().from(refunds).where(eq(refunds.reference, reference)))[0]

/** Buys out a product, so that nothing is left for whoever pays late. */
async function buyTheRest(productId: string, quantity: number): Promise<void> {
  const reference = await placeOrder(scene.shop, [{ productId, quantity }])
  await pay(scene.shop, reference)
  await settle(scene.shop, reference, 'webhook')
}

describe('a payment in time', () => {
  test('told by redirect, webhook, a second webhook and the reconciler at once, it is sold and mailed once', async () => {
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
    expect(await mailKinds(reference)).toEqual(['order_confirmed'])
    expect(await mailsTo(scene.shop, email)).toHaveLength(1)
    const { order } = await getOrderOf(scene.shop, reference)
    const sales = await scene.shop.db.select().from(stockMoves).where(eq(stockMoves.orderId, order.id))
    expect(sales.map((move) => move.kind).toSorted()).toEqual(['hold', 'sell'])
  })

  test('without redirect and webhook the reconciler finds it within two minutes', async () => {
    scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    passTime(scene.shop, 2)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('the fee on top is no other amount', async () => {
    scene.shop.sandbox.faults.set({ target: '*', kind: 'fees_on_top' })
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    expect((await verify(scene.shop, reference)).body.payment).toMatchObject({
      status: 'paid',
      amount: 15_500,
    })
  })

  test('a payer whose bank writes what no database can hold has paid all the same', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    const told = await scene.shop.provider.verify(reference)
    if (told.kind !== 'known') throw new Error('The provider does not know it')
    const { id, amount } = told.transaction
    const answer = {
      ...{
        id,
        reference,
        amount,
        requested_amount: amount,
        status: 'success',
        domain: 'test',
        currency: 'NGN',
      },
      customer: { first_name: 'Ada\0', last_name: '\ud800', email: 'a\0@b.ng', phone: null },
      channel: 'card\0',
    }
    const provider = createPaystack({
      ...{ secretKey: PROVIDER_KEY, baseUrl: 'http://provider.example' },
      fetch: async () => Response.json({ status: true, data: answer }),
    })
    await settle({ ...scene.shop, provider }, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('paid never goes back: a later failure, and time, change nothing', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    await verify(scene.shop, reference)
    await decline(scene.shop, reference)
    await settle(scene.shop, reference, 'webhook')
    passTime(scene.shop, 600)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    expect(await mailKinds(reference)).toEqual(['order_confirmed'])
  })

  test('an answer that was on its way when it was paid leaves the receipt as it is', async () => {
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

describe('a payment that is not what we asked for', () => {
  test.each([
    ['another amount', 'wrong_amount', 'refund_due', 'payment mismatch: another amount was asked for'],
    ['another currency', 'wrong_currency', 'refund_due', 'payment mismatch: paid in GHS'],
    ['money of the other mode', 'live_domain', 'mismatch', 'payment mismatch: live money in test mode'],
  ] as const)('%s', async (_, kind, attemptState, reason) => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    scene.shop.sandbox.faults.set({ target: 'verify', kind })
    await pay(scene.shop, reference)
    const { body } = await verify(scene.shop, reference)
    expect(body.payment.status).toBe('pending')
    expect(await scene.state(reference)).toEqual(['pending', attemptState])
    expect((await getOrderOf(scene.shop, reference)).order.needsReview).toBe(reason)
    expect(await stockOf(scene.shop, scene.tee)).toEqual([9, 1, 0])
    // The truth comes out later: still no machine turns it paid.
    scene.shop.sandbox.faults.clear()
    await settle(scene.shop, reference, 'webhook')
    expect((await getOrderOf(scene.shop, reference)).order.status).toBe('pending')
    passTime(scene.shop, 31)
    await scene.shop.jobs.runDue()
    expect((await getOrderOf(scene.shop, reference)).order.status).toBe('cancelled')
    expect(await stockOf(scene.shop, scene.tee)).toEqual([10, 0, 0])
    expect(await mailKinds(reference)).toEqual(attemptState === 'mismatch' ? [] : ['order_refunded'])
  })

  test('and money as it was asked for comes after it: a person hears of that, also days later, once', async () => {
    scene.shop.sandbox.faults.set({ target: 'verify', kind: 'live_domain' })
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await pay(scene.shop, reference)
    await settle(scene.shop, reference, 'redirect')
    const { order } = await getOrderOf(scene.shop, reference)
    const close = () =>
      resolveOrder(scene.shop.db, { orderId: order.id, actor: 'ngozi', note: 'seen' }, scene.shop.now())
    await close()
    passTime(scene.shop, 31)
    await scene.shop.jobs.runDue()
    scene.shop.sandbox.faults.clear()
    const review = async () => (await getOrderOf(scene.shop, reference)).order.needsReview
    passTime(scene.shop, 24 * 60)
    await scene.shop.jobs.runDue()
    expect([await review(), await scene.state(reference)]).toEqual([
      'the payment came after a mismatch',
      ['cancelled', 'mismatch'],
    ])
    await close()
    passTime(scene.shop, 24 * 60)
    await scene.shop.jobs.runDue()
    expect(await review()).toBeNull()
    expect(await comparePayment(scene.shop, reference)).toMatchObject({ differs: false })
  })

  test('its mail names no money of another currency as ours', async () => {
    const email = `${newId()}@example.com`
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }], { email })
    scene.shop.sandbox.faults.set({ target: 'verify', kind: 'wrong_currency' })
    await pay(scene.shop, reference)
    await settle(scene.shop, reference, 'webhook')
    await scene.shop.jobs.runDue()
    const { order } = await getOrderOf(scene.shop, reference)
    const [mail] = await mailsTo(scene.shop, email)
    expect(mail?.subject).toBe(`We are returning your payment for order #${orderNumber(order.id)}`)
  })
})

test('a checkout started again does not write over money that is on its way back', async () => {
  const key = newKey()
  const email = `${newId()}@example.com`
  const reference = await placeOrder(scene.shop, [{ productId: scene.tee }], { key, email })
  scene.shop.sandbox.faults.set({ target: 'verify', kind: 'wrong_amount' })
  await pay(scene.shop, reference)
  await settle(scene.shop, reference, 'redirect')
  expect(await scene.state(reference)).toEqual(['pending', 'refund_due'])
  await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
  expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
})

describe('a payment that fails', () => {
  test('gives the hold back at once and tells the shopper', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    await decline(scene.shop, reference)
    expect((await verify(scene.shop, reference)).body.payment).toMatchObject({
      status: 'failed',
      inFlight: false,
    })
    expect(await stockOf(scene.shop, scene.tee)).toEqual([10, 0, 0])
  })

  test('and is paid on a second try with another card, it is honoured', async () => {
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

describe('a payment that does not come', () => {
  test('abandoned is no failure before the hold ends; then it is cancelled, mailed once and sold again', async () => {
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
    expect(await mailKinds(reference)).toEqual(['order_cancelled'])
    expect((await verify(scene.shop, reference)).body.payment).toMatchObject({
      status: 'cancelled',
      holdExpiresAt: null,
    })
  })

  test('while it is in flight the hold is kept and the page is told to ask again', async () => {
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

  test('while the provider cannot be reached the hold is kept up to four hours; the shopper is told to try again', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    scene.shop.sandbox.faults.set({ target: 'verify', kind: 'drop' })
    const answer = await verify(scene.shop, reference)
    expect([answer.status, answer.body.code]).toEqual([502, 'PROVIDER_FAILED'])
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
  })

  test('a start that died before it had its page is ended after a minute', async () => {
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

describe('a late payment', () => {
  async function lapsed(options: { email?: string; key?: string; quantity?: number } = {}) {
    const { quantity = 1, ...rest } = options
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee, quantity }], rest)
    passTime(scene.shop, 31)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    return reference
  }

  test.each([0, 60, 71 * 60])(
    '%d minutes after its end is honoured if the goods are there',
    async (minutes) => {
      const reference = await lapsed()
      passTime(scene.shop, minutes)
      await pay(scene.shop, reference)
      await scene.shop.jobs.runDue()
      expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
      expect(await stockOf(scene.shop, scene.tee)).toEqual([9, 0, 1])
      expect(await mailKinds(reference)).toEqual(['order_cancelled', 'order_confirmed'])
    },
  )

  test('is found by the reconciler alone', async () => {
    scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await lapsed()
    await pay(scene.shop, reference)
    passTime(scene.shop, 15)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('goes back whole, with a mail, when the goods are gone', async () => {
    const email = 'late@example.com'
    const reference = await lapsed({ email })
    await buyTheRest(scene.tee, 10)
    await pay(scene.shop, reference)
    await settle(scene.shop, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_sent'])
    expect(await refundOf(reference)).toMatchObject({
      state: 'sent',
      amount: 1_550_000,
      reason: 'out-of-stock',
    })
    const mails = await mailsTo(scene.shop, email)
    expect(mails.map((mail) => mail.subject)).toContainEqual(
      expect.stringMatching(/^We are returning ₦15,500 for order #/),
    )
    passTime(scene.shop, 61)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refunded'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([0, 0, 10])
  })

  test('of an edited checkout cancels the newer order, which then needs no money', async () => {
    const key = newKey()
    const email = 'old-page@example.com'
    const old = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 6 }], { key, email })
    const newer = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 7 }], { key, email })
    await pay(scene.shop, old)
    await settle(scene.shop, old, 'webhook')
    expect(await scene.state(old)).toEqual(['paid', 'succeeded'])
    expect(await scene.state(newer)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([4, 0, 6])
  })

  test.each([
    ['the old page first', ['old', 'newer']],
    ['the new page first', ['newer', 'old']],
  ] as const)(
    'when both pages of an edited checkout are paid, %s: one is kept, the other goes back',
    async (_, order) => {
      const key = newKey()
      const email = `${newId()}@example.com`
      const old = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 1 }], { key, email })
      const newer = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
      const references = { old, newer }
      for (const which of order) {
        await pay(scene.shop, references[which])
        await settle(scene.shop, references[which], 'webhook')
      }
      expect(await scene.state(references[order[0]])).toEqual(['paid', 'succeeded'])
      expect(await scene.state(references[order[1]])).toEqual(['cancelled', 'refund_due'])
      expect((await refundOf(references[order[1]]))?.reason).toBe('already-paid')
    },
  )

  test('a newer order stays as it was when the late one cannot be served', async () => {
    const key = newKey()
    const email = 'no-room@example.com'
    const old = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 10 }], { key, email })
    const newer = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
    await buyTheRest(scene.tee, 8)
    await pay(scene.shop, old)
    await settle(scene.shop, old, 'webhook')
    expect(await scene.state(old)).toEqual(['cancelled', 'refund_due'])
    expect(await scene.state(newer)).toEqual(['pending', 'started'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([0, 2, 8])
  })
})

describe('from all sides at once', () => {
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

  test('ten orders paid, declined and abandoned at random and settled from all sides leave a true ledger', async () => {
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

  test('20 looks a minute at one payment, then it has to wait', async () => {
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
    for (let i = 0; i < 20; i++) expect((await verify(scene.shop, reference)).status).toBe(200)
    const answer = await verify(scene.shop, reference)
    expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED'])
  })
})
