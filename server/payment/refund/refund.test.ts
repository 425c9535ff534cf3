import { describe, expect, test } from 'vitest'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, verify } from '#test/support/purchase.ts'
import { checkRefund, sendDueRefunds } from './refund.ts'
import { refundOrder } from './refund-order.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('a refund', () => {
  test('whose response is lost after the provider acted is not requested twice', async () => {
    const reference = await scene.refundDue()
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const ask = shop.provider.refund
    shop.provider.refund = async (...request) => {
      await ask(...request)
      return { kind: 'unknown', message: 'the connection broke' }
    }
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    shop.provider.refund = ask
    for (let tries = 0; tries < 3; tries++) {
      passTime(shop, 1.1)
      await shop.jobs.runDue()
    }
    expect(await scene.refundsAtProvider(reference)).toMatchObject([{ amount: 1_550_000 }])
    expect((await scene.state(reference))[1]).toMatch(/^refund_sent$|^refunded$/)
  })

  test('in part, whose response is lost, is requested once; if never listed, it is flagged for review', async () => {
    const reference = await scene.paid()
    const { order } = await getOrderOf(shop, reference)
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const { refund: ask, listRefunds: list } = shop.provider
    shop.provider.refund = async (...request) => {
      await ask(...request)
      return { kind: 'unknown', message: 'the connection broke' }
    }
    // The list of the provider lags behind.
    shop.provider.listRefunds = async () => ({ kind: 'listed', refunds: [] })
    await refundOrder(shop, { orderId: order.id, amount: 250_000, reason: 'torn', actor: 'ngozi' })
    for (let minutes = 0; minutes < 58; minutes += 2) {
      passTime(shop, 2)
      await sendDueRefunds(shop)
    }
    expect(await scene.refundsAtProvider(reference)).toMatchObject([{ amount: 250_000 }])
    expect(await scene.reviewOf(reference)).toBeNull()
    passTime(shop, 4)
    await shop.jobs.runDue()
    expect(await scene.refundsAtProvider(reference)).toHaveLength(1)
    expect(await scene.reviewOf(reference)).toBe('the refund is stuck (failed)')
    // The list has caught up.
    shop.provider.refund = ask
    shop.provider.listRefunds = list
    await checkRefund(shop, reference)
    expect((await scene.refundOf(reference))?.state).toMatch(/^sent$|^done$/)
  })

  test('by the owner stands when what is sent along with it fails', async () => {
    const reference = await scene.paid()
    const { order } = await getOrderOf(shop, reference)
    const { listRefunds: list, refund: ask } = shop.provider
    shop.provider.refund = async () => {
      throw new Error('canceling statement due to lock timeout')
    }
    const asked = await refundOrder(shop, { orderId: order.id, reason: 'torn', actor: 'ngozi' })
    expect(asked).toMatchObject({ reference, amount: 1_550_000 })
    Object.assign(shop.provider, { listRefunds: list, refund: ask })
    passTime(shop, 2)
    await shop.jobs.runDue()
    await scene.expectRefundedOnce(reference)
  })

  test('that is refused when requested again is not stuck: the first request may have been accepted', async () => {
    const reference = await scene.refundDue()
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const { refund: ask, listRefunds: list } = shop.provider
    shop.provider.refund = async (...request) => {
      const response = await ask(...request)
      return response.kind === 'requested' ? { kind: 'unknown', message: 'the connection broke' } : response
    }
    shop.provider.listRefunds = async () => ({ kind: 'listed', refunds: [] })
    for (let tries = 0; tries < 5; tries += 1) {
      passTime(shop, 2)
      await sendDueRefunds(shop)
    }
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    shop.provider.refund = ask
    shop.provider.listRefunds = list
    passTime(shop, 2)
    await shop.jobs.runDue()
    await scene.expectRefundedOnce(reference)
  })

  test('in part is requested as soon as the provider is back after hours of downtime', async () => {
    const whole = await scene.refundDue()
    const reference = await scene.paid()
    const { order } = await getOrderOf(shop, reference)
    const ask = shop.provider.refund
    shop.provider.refund = async () => ({ kind: 'unavailable' })
    await refundOrder(shop, { orderId: order.id, amount: 250_000, reason: 'torn', actor: 'ngozi' })
    expect(await scene.refundOf(reference)).toMatchObject({ state: 'requested', askedAt: null })
    shop.provider.refund = async (asked, amount) =>
      asked === whole ? { kind: 'unknown', message: 'no response' } : ask(asked, amount)
    for (let minutes = 0; minutes < 120; minutes += 30) {
      passTime(shop, 30)
      await sendDueRefunds(shop)
    }
    expect(await scene.refundsAtProvider(reference)).toMatchObject([{ amount: 250_000 }])
    // The full refund was attempted, and is retried.
    expect(await scene.state(whole)).toEqual(['cancelled', 'refund_due'])
    shop.provider.refund = ask
    passTime(shop, 2)
    await shop.jobs.runDue()
    await scene.expectRefundedOnce(whole)
  })

  test('is not confused with an external one; if both exceed the payment, it is flagged for review', async () => {
    const reference = await scene.refundDue()
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await shop.provider.refund(reference, 100_000)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_stuck'])
    expect(await scene.reviewOf(reference)).toBe('the refund is stuck (failed)')
    // As the owner would; otherwise the ledger check after each test fails.
    const rest = await shop.provider.refund(reference, 1_450_000)
    expect(rest.kind).toBe('requested')
  })

  test('is on its way back: the payment counts as ended, not as still being made', async () => {
    const reference = await scene.refundDue()
    await shop.jobs.runDue()
    const reported = await shop.provider.verify(reference)
    expect(reported).toMatchObject({ transaction: { status: 'reversing' } })
    const { body } = await verify(shop, reference)
    expect(body.payment).toMatchObject({ status: 'cancelled', inFlight: false })
  })

  test('is retried while the provider is unreachable', async () => {
    const reference = await scene.refundDue()
    shop.sandbox.faults.set({ target: 'refund', kind: 'drop', reference })
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    shop.sandbox.faults.clear()
    passTime(shop, 1.1)
    await shop.jobs.runDue()
    await scene.expectRefundedOnce(reference)
  })
})
