import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  decline,
  getOrderOf,
  mailsTo,
  passTime,
  pay,
  placeOrder,
  stockOf,
  verify,
} from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { createPaystack } from '../paystack/paystack.ts'
import { checkDuePayments } from './reconcile.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('a payment in time', () => {
  test('without redirect and webhook is found by the reconciler within two minutes', async () => {
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await pay(shop, reference)
    passTime(shop, 2)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('with the fee on top is not a different amount', async () => {
    shop.sandbox.faults.set({ target: '*', kind: 'fees_on_top' })
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await pay(shop, reference)
    expect((await verify(shop, reference)).body.payment).toMatchObject({
      status: 'paid',
      amount: 15_500,
    })
  })

  test('with texts that the database cannot store is still paid', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await pay(shop, reference)
    const reported = await shop.provider.verify(reference)
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
    await settle({ ...shop, provider }, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('stays paid: a later failure, and time, change nothing', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await pay(shop, reference)
    await verify(shop, reference)
    await decline(shop, reference)
    await settle(shop, reference, 'webhook')
    passTime(shop, 600)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    expect(await scene.mailKinds(reference)).toEqual(['order_confirmed'])
  })

  test('keeps its receipt when an outdated response arrives', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    const early = await shop.provider.verify(reference)
    await pay(shop, reference)
    const paid = (await verify(shop, reference)).body.payment
    expect(paid).toMatchObject({ status: 'paid', channel: 'card', paidAt: expect.any(String) })
    await settle(
      { ...shop, provider: { ...shop.provider, verify: async () => early } },
      reference,
      'redirect',
    )
    expect((await verify(shop, reference)).body.payment).toEqual(paid)
  })
})

describe('a response with nothing new', () => {
  test('that is outdated when it arrives postpones nothing', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await settle(shop, reference, 'reconciler')
    const { provider } = shop
    const verify = async () => {
      const outdated = await provider.verify(reference)
      await pay(shop, reference)
      await settle(shop, reference, 'redirect')
      return outdated
    }
    await settle({ ...shop, provider: { ...provider, verify } }, reference, 'reconciler')
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    const { attempt } = await getOrderOf(shop, reference)
    expect([attempt.providerStatus, attempt.nextCheckAt]).toEqual(['success', null])
  })
})

describe('a payment that fails', () => {
  test('releases the hold at once and informs the shopper', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await decline(shop, reference)
    expect((await verify(shop, reference)).body.payment).toMatchObject({
      status: 'failed',
      inFlight: false,
    })
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
  })

  test('is honoured if a second card succeeds', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await decline(shop, reference)
    await verify(shop, reference)
    await pay(shop, reference)
    expect((await verify(shop, reference)).body.payment.status).toBe('paid')
    const { order } = await getOrderOf(shop, reference)
    expect(order.paidLate).toBe(true)
    expect(await stockOf(shop, scene.tee)).toEqual([9, 0, 1])
  })
})

describe('a payment that never arrives', () => {
  test('is not a failure before the hold ends; then the order is cancelled, mailed once and its stock released', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    for (const minutes of [3, 10, 16]) {
      passTime(shop, minutes)
      await shop.jobs.runDue()
      expect(await scene.state(reference)).toEqual(['pending', 'started'])
    }
    passTime(shop, 1)
    await shop.jobs.runDue()
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
    expect(await scene.mailKinds(reference)).toEqual(['order_cancelled'])
    expect((await verify(shop, reference)).body.payment).toMatchObject({
      status: 'cancelled',
      holdExpiresAt: null,
    })
  })

  test('is mailed for at most three orders of an address a day, as anybody can enter it', async () => {
    const email = 'never-ordered@example.com'
    const place = () => placeOrder(shop, [{ productId: scene.tee }], { email })
    const letLapse = async (count: number) => {
      for (let placed = 0; placed < count; placed++) await place()
      passTime(shop, 31)
      await shop.jobs.runDue()
      return (await mailsTo(shop, email)).length
    }
    expect(await letLapse(2)).toBe(2)
    expect(await letLapse(2)).toBe(3)
    expect(await letLapse(1)).toBe(3)
    passTime(shop, 24 * 60)
    expect(await letLapse(1)).toBe(4)
  })

  test('while it is in flight extends the hold, and the page polls', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await shop.sandbox.advance(reference, 'ongoing')
    expect((await verify(shop, reference)).body.payment).toMatchObject({
      status: 'pending',
      inFlight: true,
    })
    passTime(shop, 30)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['pending', 'started'])
    for (let looks = 0; looks < 9; looks++) {
      passTime(shop, 15)
      await checkDuePayments(shop)
    }
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
  })

  test('while the provider is unreachable extends the hold up to four hours; the shopper may retry', async () => {
    const email = 'unreachable@example.com'
    const reference = await placeOrder(shop, [{ productId: scene.tee }], { email })
    shop.sandbox.faults.set({ target: 'verify', kind: 'drop' })
    const response = await verify(shop, reference)
    expect([response.status, response.body.code]).toEqual([502, 'PROVIDER_FAILED'])
    passTime(shop, 30)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['pending', 'started'])
    for (const minutes of [...Array.from({ length: 15 }, () => 15), 10]) {
      passTime(shop, minutes)
      await checkDuePayments(shop)
    }
    expect(await scene.state(reference)).toEqual(['pending', 'started'])
    passTime(shop, 5)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    // Nobody knows whether the payer was charged, and the items were held for longer than usual.
    const [mail] = await mailsTo(shop, email)
    expect(mail?.textBody).toContain('no payment reached us')
    expect(mail?.textBody).not.toMatch(/charged|30 minutes/)
  })

  test('fails after a minute if its start crashed before it had a page', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    const { attempt } = await getOrderOf(shop, reference)
    await shop.db
      .update(paymentAttempts)
      .set({
        state: 'created',
        url: null,
        accessCode: null,
        nextCheckAt: new Date(shop.clock.now + 60_000),
      })
      .where(eq(paymentAttempts.id, attempt.id))
    passTime(shop, 0.9)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['pending', 'created'])
    passTime(shop, 0.2)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['failed', 'start_unknown'])
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
  })
})

describe('the verify call', () => {
  test('20 calls a minute for one payment, then 429', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    for (let i = 0; i < 20; i++) expect((await verify(shop, reference)).status).toBe(200)
    const response = await verify(shop, reference)
    expect([response.status, response.body.code]).toEqual([429, 'RATE_LIMITED'])
  })
})
