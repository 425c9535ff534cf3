import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { orderNumber } from '#shared/order-number.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import {
  getOrderOf,
  mailsTo,
  newKey,
  passTime,
  pay,
  placeOrder,
  stockOf,
  verify,
} from '#test/support/purchase.ts'
import { comparePayment } from './compare.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('a payment that differs from what we requested', () => {
  test.each([
    ['another amount', 'wrong_amount', 'refund_due', 'payment mismatch: another amount was asked for'],
    ['another currency', 'wrong_currency', 'refund_due', 'payment mismatch: paid in GHS'],
    ['money of the other mode', 'live_domain', 'mismatch', 'payment mismatch: live money in test mode'],
  ] as const)('%s', async (_, kind, attemptState, reason) => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    shop.sandbox.faults.set({ target: 'verify', kind })
    await pay(shop, reference)
    const { body } = await verify(shop, reference)
    expect(body.payment.status).toBe('pending')
    expect(await scene.state(reference)).toEqual(['pending', attemptState])
    expect(await scene.reviewOf(reference)).toBe(reason)
    expect(await stockOf(shop, scene.tee)).toEqual([9, 1, 0])
    // Even when the provider later reports the right amount, nothing marks the order paid automatically.
    shop.sandbox.faults.clear()
    await settle(shop, reference, 'webhook')
    expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, reference)).order.status).toBe('cancelled')
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
    expect(await scene.mailKinds(reference)).toEqual(attemptState === 'mismatch' ? [] : ['order_refunded'])
  })

  test('followed by the requested payment is flagged for review once, even days later', async () => {
    shop.sandbox.faults.set({ target: 'verify', kind: 'live_domain' })
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await pay(shop, reference)
    await settle(shop, reference, 'redirect')
    await scene.close(reference)
    passTime(shop, 31)
    await shop.jobs.runDue()
    shop.sandbox.faults.clear()
    passTime(shop, 24 * 60)
    await shop.jobs.runDue()
    expect([await scene.reviewOf(reference), await scene.state(reference)]).toEqual([
      'the payment came after a mismatch',
      ['cancelled', 'mismatch'],
    ])
    await scene.close(reference)
    passTime(shop, 24 * 60)
    await shop.jobs.runDue()
    expect(await scene.reviewOf(reference)).toBeNull()
    expect(await comparePayment(shop, reference)).toMatchObject({ differs: false })
  })

  test('whose requested payment is first seen as the hold ends is flagged for review minutes later', async () => {
    // So that the daily comparison with the provider does not come in between.
    await shop.jobs.runDue()
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    shop.sandbox.faults.set({ target: 'verify', kind: 'live_domain' })
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await pay(shop, reference)
    await settle(shop, reference, 'redirect')
    await scene.close(reference)
    shop.sandbox.faults.clear()
    for (const minutes of [31, 3]) {
      passTime(shop, minutes)
      await shop.jobs.runDue()
      expect(await scene.state(reference)).toEqual(['cancelled', 'mismatch'])
    }
    expect(await scene.reviewOf(reference)).toBe('the payment came after a mismatch')
  })

  test('its mail does not show an amount in another currency as naira', async () => {
    const email = `${newId()}@example.com`
    const reference = await placeOrder(shop, [{ productId: scene.tee }], { email })
    shop.sandbox.faults.set({ target: 'verify', kind: 'wrong_currency' })
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    await shop.jobs.runDue()
    const { order } = await getOrderOf(shop, reference)
    const [mail] = await mailsTo(shop, email)
    expect(mail?.subject).toBe(`We are returning your payment for order #${orderNumber(order.id)}`)
  })
})

test('restarting a checkout does not overwrite a refund that is under way', async () => {
  const key = newKey()
  const email = `${newId()}@example.com`
  const reference = await placeOrder(shop, [{ productId: scene.tee }], { key, email })
  shop.sandbox.faults.set({ target: 'verify', kind: 'wrong_amount' })
  await pay(shop, reference)
  await settle(shop, reference, 'redirect')
  expect(await scene.state(reference)).toEqual(['pending', 'refund_due'])
  // Nothing is edited, but money has arrived on the old page.
  const second = await placeOrder(shop, [{ productId: scene.tee }], { key, email })
  expect(second).not.toBe(reference)
  expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
})
