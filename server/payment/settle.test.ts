import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { orders, outbox, paymentAttempts, refunds, stockMoves } from '#server/db/schema.ts'
import { checkLedger } from '#test/support/ledger.ts'
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
  seedPlace,
  seedProduct,
  stockOf,
  verify,
} from '#test/support/purchase.ts'
import { openTestShop, PROVIDER_KEY, type TestShop } from '#test/support/shop.ts'
import { createPaystack } from './paystack.ts'
import { settle } from './settle.ts'
import { sweepSuccesses } from './success-sweep.ts'

let shop: TestShop
let tee: string
beforeAll(async () => {
  shop = await openTestShop()
  await seedPlace(shop.db)
})
beforeEach(async () => {
  // A breaker that the test before has opened is closed again.
  passTime(shop, 1)
  tee = newId()
  await seedProduct(shop.db, { id: tee })
})
afterEach(async () => {
  shop.sandbox.faults.clear()
  await checkLedger(shop.db)
})
afterAll(() => shop.close())

const state = async (reference: string) => {
  const { order, attempt } = await getOrderOf(shop, reference)
  return [order.status, attempt.state]
}
const mailKinds = async (reference: string) => {
  const { order } = await getOrderOf(shop, reference)
  const rows = await shop.db.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.orderId, order.id))
  return rows.map((row) => row.kind).toSorted()
}
const refundOf = async (reference: string) =>
  (await shop.db.select().from(refunds).where(eq(refunds.reference, reference)))[0]

/** Buys out a product, so that nothing is left for whoever pays late. */
async function buyTheRest(productId: string, quantity: number): Promise<void> {
  const reference = await placeOrder(shop, [{ productId, quantity }])
  await pay(shop, reference)
  await settle(shop, reference, 'webhook')
}

describe('a payment in time', () => {
  test('told by redirect, webhook, a second webhook and the reconciler at once, it is sold and mailed once', async () => {
    const email = 'all-at-once@example.com'
    const reference = await placeOrder(shop, [{ productId: tee, quantity: 2 }], { email })
    shop.sandbox.faults.set({ target: 'webhook', kind: 'twice' })
    await pay(shop, reference)
    passTime(shop, 2)
    await Promise.all([
      ...Array.from({ length: 8 }, () => verify(shop, reference)),
      ...Array.from({ length: 4 }, () => settle(shop, reference, 'webhook')),
      ...Array.from({ length: 4 }, () => settle(shop, reference, 'reconciler')),
      shop.jobs.runDue(),
    ])
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['paid', 'succeeded'])
    expect(await stockOf(shop, tee)).toEqual([8, 0, 2])
    expect(await mailKinds(reference)).toEqual(['order_confirmed'])
    expect(await mailsTo(shop, email)).toHaveLength(1)
    const { order } = await getOrderOf(shop, reference)
    const sales = await shop.db.select().from(stockMoves).where(eq(stockMoves.orderId, order.id))
    expect(sales.map((move) => move.kind).toSorted()).toEqual(['hold', 'sell'])
  })

  test('without redirect and webhook the reconciler finds it within two minutes', async () => {
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await placeOrder(shop, [{ productId: tee }])
    await pay(shop, reference)
    passTime(shop, 2)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('the fee on top is no other amount', async () => {
    shop.sandbox.faults.set({ target: '*', kind: 'fees_on_top' })
    const reference = await placeOrder(shop, [{ productId: tee }])
    await pay(shop, reference)
    expect((await verify(shop, reference)).body.payment).toMatchObject({ status: 'paid', amount: 15_500 })
  })

  test('a payer whose bank writes what no database can hold has paid all the same', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await pay(shop, reference)
    const told = await shop.provider.verify(reference)
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
    await settle({ ...shop, provider }, reference, 'webhook')
    expect(await state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('paid never goes back: a later failure, and time, change nothing', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await pay(shop, reference)
    await verify(shop, reference)
    await decline(shop, reference)
    await settle(shop, reference, 'webhook')
    passTime(shop, 600)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['paid', 'succeeded'])
    expect(await mailKinds(reference)).toEqual(['order_confirmed'])
  })

  test('a payment reversed at the provider stays paid, and a person is asked to look', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await pay(shop, reference)
    await verify(shop, reference)
    await shop.sandbox.advance(reference, 'reversed')
    await settle(shop, reference, 'webhook')
    const { order, attempt } = await getOrderOf(shop, reference)
    expect([order.status, order.needsReview, attempt.state]).toEqual([
      'paid',
      'the payment was reversed',
      'refunded',
    ])
    expect(await stockOf(shop, tee)).toEqual([9, 0, 1])
  })

  test('reversed before anybody saw it paid, it is a failure', async () => {
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await placeOrder(shop, [{ productId: tee }])
    await pay(shop, reference)
    await shop.sandbox.advance(reference, 'reversed')
    expect((await verify(shop, reference)).body.payment.status).toBe('failed')
    expect(await state(reference)).toEqual(['failed', 'refunded'])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })
})

describe('a payment that is not what we asked for', () => {
  test.each([
    ['another amount', 'wrong_amount', 'refund_due', 'payment mismatch: another amount was asked for'],
    ['another currency', 'wrong_currency', 'refund_due', 'payment mismatch: paid in GHS'],
    ['money of the other mode', 'live_domain', 'mismatch', 'payment mismatch: live money in test mode'],
  ] as const)('%s', async (_, kind, attemptState, reason) => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    shop.sandbox.faults.set({ target: 'verify', kind })
    await pay(shop, reference)
    const { body } = await verify(shop, reference)
    expect(body.payment.status).toBe('pending')
    expect(await state(reference)).toEqual(['pending', attemptState])
    expect((await getOrderOf(shop, reference)).order.needsReview).toBe(reason)
    expect(await stockOf(shop, tee)).toEqual([9, 1, 0])
    // The truth comes out later: still no machine turns it paid.
    shop.sandbox.faults.clear()
    await settle(shop, reference, 'webhook')
    expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, reference)).order.status).toBe('cancelled')
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
    expect(await mailKinds(reference)).toEqual(attemptState === 'mismatch' ? [] : ['order_refunded'])
  })
})

describe('a payment that fails', () => {
  test('gives the hold back at once and tells the shopper', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await decline(shop, reference)
    expect((await verify(shop, reference)).body.payment).toMatchObject({ status: 'failed', inFlight: false })
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })

  test('and is paid on a second try with another card, it is honoured', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await decline(shop, reference)
    await verify(shop, reference)
    await pay(shop, reference)
    expect((await verify(shop, reference)).body.payment.status).toBe('paid')
    const { order } = await getOrderOf(shop, reference)
    expect(order.paidLate).toBe(true)
    expect(await stockOf(shop, tee)).toEqual([9, 0, 1])
  })
})

describe('a payment that does not come', () => {
  test('abandoned is no failure before the hold ends; then it is cancelled, mailed once and sold again', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    for (const minutes of [3, 10, 16]) {
      passTime(shop, minutes)
      await shop.jobs.runDue()
      expect(await state(reference)).toEqual(['pending', 'started'])
    }
    passTime(shop, 1)
    await shop.jobs.runDue()
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
    expect(await mailKinds(reference)).toEqual(['order_cancelled'])
    expect((await verify(shop, reference)).body.payment).toMatchObject({
      status: 'cancelled',
      holdExpiresAt: null,
    })
  })

  test('while it is in flight the hold is kept and the page is told to ask again', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await shop.sandbox.advance(reference, 'ongoing')
    expect((await verify(shop, reference)).body.payment).toMatchObject({ status: 'pending', inFlight: true })
    passTime(shop, 30)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['pending', 'started'])
    for (let looks = 0; looks < 9; looks++) {
      passTime(shop, 15)
      await shop.jobs.runDue()
    }
    expect(await state(reference)).toEqual(['cancelled', 'expired'])
  })

  test('while the provider cannot be reached the hold is kept up to four hours; the shopper is told to try again', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    shop.sandbox.faults.set({ target: 'verify', kind: 'drop' })
    const answer = await verify(shop, reference)
    expect([answer.status, answer.body.code]).toEqual([502, 'PROVIDER_FAILED'])
    passTime(shop, 30)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['pending', 'started'])
    for (let looks = 0; looks < 47; looks++) {
      passTime(shop, 5)
      await shop.jobs.runDue()
    }
    expect(await state(reference)).toEqual(['pending', 'started'])
    passTime(shop, 5)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'expired'])
  })

  test('a start that died before it had its page is ended after a minute', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    const { attempt } = await getOrderOf(shop, reference)
    await shop.db
      .update(paymentAttempts)
      .set({ state: 'created', url: null, accessCode: null, nextCheckAt: new Date(shop.clock.now + 60_000) })
      .where(eq(paymentAttempts.id, attempt.id))
    passTime(shop, 0.9)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['pending', 'created'])
    passTime(shop, 0.2)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['failed', 'start_unknown'])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })
})

describe('a late payment', () => {
  async function lapsed(options: { email?: string; key?: string; quantity?: number } = {}) {
    const { quantity = 1, ...rest } = options
    const reference = await placeOrder(shop, [{ productId: tee, quantity }], rest)
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'expired'])
    return reference
  }

  test.each([0, 60, 71 * 60])(
    '%d minutes after its end is honoured if the goods are there',
    async (minutes) => {
      const reference = await lapsed()
      passTime(shop, minutes)
      await pay(shop, reference)
      await shop.jobs.runDue()
      expect(await state(reference)).toEqual(['paid', 'succeeded'])
      expect(await stockOf(shop, tee)).toEqual([9, 0, 1])
      expect(await mailKinds(reference)).toEqual(['order_cancelled', 'order_confirmed'])
    },
  )

  test('is found by the reconciler alone', async () => {
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await lapsed()
    await pay(shop, reference)
    passTime(shop, 15)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('goes back whole, with a mail, when the goods are gone', async () => {
    const email = 'late@example.com'
    const reference = await lapsed({ email })
    await buyTheRest(tee, 10)
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    expect(await state(reference)).toEqual(['cancelled', 'refund_due'])
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'refund_sent'])
    expect(await refundOf(reference)).toMatchObject({
      state: 'sent',
      amount: 1_550_000,
      reason: 'out-of-stock',
    })
    const mails = await mailsTo(shop, email)
    expect(mails.map((mail) => mail.subject)).toContainEqual(
      expect.stringMatching(/^We are returning ₦15,500 for order #/),
    )
    passTime(shop, 61)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'refunded'])
    expect(await stockOf(shop, tee)).toEqual([0, 0, 10])
  })

  test('of an edited checkout cancels the newer order, which then needs no money', async () => {
    const key = newKey()
    const email = 'old-page@example.com'
    const old = await placeOrder(shop, [{ productId: tee, quantity: 6 }], { key, email })
    const newer = await placeOrder(shop, [{ productId: tee, quantity: 7 }], { key, email })
    await pay(shop, old)
    await settle(shop, old, 'webhook')
    expect(await state(old)).toEqual(['paid', 'succeeded'])
    expect(await state(newer)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(shop, tee)).toEqual([4, 0, 6])
  })

  test.each([
    ['the old page first', ['old', 'newer']],
    ['the new page first', ['newer', 'old']],
  ] as const)(
    'when both pages of an edited checkout are paid, %s: one is kept, the other goes back',
    async (_, order) => {
      const key = newKey()
      const email = `${newId()}@example.com`
      const old = await placeOrder(shop, [{ productId: tee, quantity: 1 }], { key, email })
      const newer = await placeOrder(shop, [{ productId: tee, quantity: 2 }], { key, email })
      const references = { old, newer }
      for (const which of order) {
        await pay(shop, references[which])
        await settle(shop, references[which], 'webhook')
      }
      expect(await state(references[order[0]])).toEqual(['paid', 'succeeded'])
      expect(await state(references[order[1]])).toEqual(['cancelled', 'refund_due'])
      expect((await refundOf(references[order[1]]))?.reason).toBe('already-paid')
    },
  )

  test('a newer order stays as it was when the late one cannot be served', async () => {
    const key = newKey()
    const email = 'no-room@example.com'
    const old = await placeOrder(shop, [{ productId: tee, quantity: 10 }], { key, email })
    const newer = await placeOrder(shop, [{ productId: tee, quantity: 2 }], { key, email })
    await buyTheRest(tee, 8)
    await pay(shop, old)
    await settle(shop, old, 'webhook')
    expect(await state(old)).toEqual(['cancelled', 'refund_due'])
    expect(await state(newer)).toEqual(['pending', 'started'])
    expect(await stockOf(shop, tee)).toEqual([0, 2, 8])
  })
})

describe('a refund', () => {
  async function refundDue(): Promise<string> {
    const key = newKey()
    const email = `${newId()}@example.com`
    const old = await placeOrder(shop, [{ productId: tee }], { key, email })
    const newer = await placeOrder(shop, [{ productId: tee, quantity: 2 }], { key, email })
    for (const reference of [newer, old]) {
      await pay(shop, reference)
      await settle(shop, reference, 'webhook')
    }
    expect(await state(old)).toEqual(['cancelled', 'refund_due'])
    return old
  }
  const sandboxRefunds = async (reference: string) => {
    const answer = await shop.sandbox.app.request(`/refund?reference=${reference}`, {
      headers: { authorization: `Bearer ${PROVIDER_KEY}` },
    })
    return ((await answer.json()) as { data: { amount: number }[] }).data
  }

  test('whose answer is lost after the provider acted is not asked for twice', async () => {
    const reference = await refundDue()
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const ask = shop.provider.refund
    shop.provider.refund = async (...request) => {
      await ask(...request)
      return { kind: 'unknown', message: 'the connection broke' }
    }
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'refund_due'])
    shop.provider.refund = ask
    for (let tries = 0; tries < 3; tries++) {
      passTime(shop, 1.1)
      await shop.jobs.runDue()
    }
    expect(await sandboxRefunds(reference)).toMatchObject([{ amount: 1_550_000 }])
    expect((await state(reference))[1]).toMatch(/^refund_sent$|^refunded$/)
  })

  test('is asked for again while the provider is away', async () => {
    const reference = await refundDue()
    shop.sandbox.faults.set({ target: 'refund', kind: 'drop', reference })
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'refund_due'])
    shop.sandbox.faults.clear()
    passTime(shop, 1.1)
    await shop.jobs.runDue()
    expect(await sandboxRefunds(reference)).toHaveLength(1)
    expect((await state(reference))[1]).toMatch(/^refund_sent$|^refunded$/)
  })
})

describe('a refund that the banks send back', () => {
  async function done(): Promise<string> {
    const key = newKey()
    const email = `${newId()}@example.com`
    const old = await placeOrder(shop, [{ productId: tee }], { key, email })
    const newer = await placeOrder(shop, [{ productId: tee, quantity: 2 }], { key, email })
    for (const reference of [newer, old]) {
      await pay(shop, reference)
      await settle(shop, reference, 'webhook')
    }
    await shop.jobs.runDue()
    passTime(shop, 61)
    await shop.jobs.runDue()
    expect(await state(old)).toEqual(['cancelled', 'refunded'])
    return old
  }
  async function sendBack(reference: string): Promise<void> {
    const { providerRefundId } = (await refundOf(reference))!
    const moved = await shop.sandbox.app.request('/__advance', {
      method: 'POST',
      headers: { authorization: `Bearer ${PROVIDER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ refund: Number(providerRefundId), status: 'failed' }),
    })
    expect(moved.status).toBe(200)
    await shop.sandbox.idle()
  }

  test.each([
    ['told by its event', false],
    ['found by the daily comparison', true],
  ])('%s, is handed to a person', async (_, isUntold) => {
    const reference = await done()
    if (isUntold) shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await sendBack(reference)
    if (isUntold) passTime(shop, 24 * 60)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['cancelled', 'refund_stuck'])
    expect((await getOrderOf(shop, reference)).order.needsReview).toBe('the refund is stuck')
    expect((await refundOf(reference))?.state).toBe('failed')
  })
})

describe('from all sides at once', () => {
  test('an order that is settled and expired at the same instant ends once', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await pay(shop, reference)
    passTime(shop, 30)
    await Promise.all([
      shop.jobs.runDue(),
      settle(shop, reference, 'redirect'),
      settle(shop, reference, 'webhook'),
    ])
    expect(await state(reference)).toEqual(['paid', 'succeeded'])
    expect(await stockOf(shop, tee)).toEqual([9, 0, 1])
  })

  test('ten orders paid, declined and abandoned at random and settled from all sides leave a true ledger', async () => {
    const started = await Promise.all(
      Array.from({ length: 10 }, () => initialize(shop, purchase([{ productId: tee }]))),
    )
    const references = started.map(({ body }) => body.data.reference as string)
    await Promise.all(
      references.map((reference, i) =>
        (i % 3 === 0 ? pay : i % 3 === 1 ? decline : async () => {})(shop, reference),
      ),
    )
    passTime(shop, 31)
    await Promise.all([
      ...references.map((reference) => verify(shop, reference)),
      ...references.map((reference) => settle(shop, reference, 'webhook')),
      shop.jobs.runDue(),
    ])
    const statuses = await shop.db.select({ status: orders.status }).from(orders)
    expect(statuses.some(({ status }) => status === 'pending')).toBe(false)
    expect(await stockOf(shop, tee)).toEqual([6, 0, 4])
  })
})

describe('the daily comparison with the provider', () => {
  const noLook = { nextCheckAt: new Date('2030-01-01T00:00:00Z') }

  test('settles a success that nobody told of, also days later', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    passTime(shop, 31)
    await shop.jobs.runDue()
    await shop.db.update(paymentAttempts).set(noLook).where(eq(paymentAttempts.reference, reference))
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await pay(shop, reference)
    passTime(shop, 3 * 24 * 60)
    await shop.jobs.runDue()
    expect(await state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('runs once a day, whichever process comes first', async () => {
    passTime(shop, 24 * 60)
    const list = shop.provider.listSuccesses
    let runs = 0
    shop.provider.listSuccesses = async (span) => {
      runs += 1
      return list(span)
    }
    await Promise.all([sweepSuccesses(shop), sweepSuccesses(shop), sweepSuccesses(shop)])
    passTime(shop, 23 * 60)
    await sweepSuccesses(shop)
    shop.provider.listSuccesses = list
    expect(runs).toBe(1)
  })
})

describe('the verify call', () => {
  test.each(['jara-0', 'x', `jara-${'0'.repeat(40)}`, '..%2f..%2f', 'é'])(
    '%s is not a payment',
    async (reference) => {
      const { status, body } = await verify(shop, reference)
      expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  test('20 looks a minute at one payment, then it has to wait', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    for (let i = 0; i < 20; i++) expect((await verify(shop, reference)).status).toBe(200)
    const answer = await verify(shop, reference)
    expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED'])
  })
})
