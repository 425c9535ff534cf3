import { expect, test } from 'vitest'
import { listIssues } from '#server/order/issue-store.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, pay, placeOrder, stockOf, verify } from '#test/support/purchase.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { comparePayment } from './compare.ts'
import { checkDuePayments } from './reconcile.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()
const { shop } = scene

const DAY_MIN = 24 * 60

/** Sends no webhook: the shop has to find out by itself. */
async function turn(reference: string, status: 'reversed' | 'success'): Promise<void> {
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.sandbox.advance(reference, status)
}

/** When the closed issues of the payment's order were closed. */
async function closedCases(reference: string): Promise<Date[]> {
  const { order } = await getOrderOf(shop, reference)
  return (await listIssues(shop.db, order.id)).flatMap(({ closedAt }) => closedAt ?? [])
}

test('an order whose payment is reversed at the provider stays paid and is flagged for review', async () => {
  const reference = await placeOrder(shop, [{ productId: scene.tee }])
  await pay(shop, reference)
  await verify(shop, reference)
  await shop.sandbox.advance(reference, 'reversed')
  await settle(shop, reference, 'webhook')
  const { order, attempt } = await getOrderOf(shop, reference)
  expect([order.status, await scene.reviewOf(reference), attempt.state]).toEqual([
    'paid',
    'the payment was reversed',
    'refunded',
  ])
  expect(await stockOf(shop, scene.tee)).toEqual([9, 0, 1])
})

test('a payment that came back counts as paid again, and a second reversal is flagged again', async () => {
  const reference = await scene.paid()
  for (let round = 0; round < 2; round += 1) {
    await turn(reference, 'reversed')
    await settle(shop, reference, 'webhook')
    expect([await scene.state(reference), await scene.reviewOf(reference)]).toEqual([
      ['paid', 'refunded'],
      'the payment was reversed',
    ])
    await scene.close(reference)
    const closed = await closedCases(reference)
    await turn(reference, 'success')
    expect(await comparePayment(shop, reference)).toMatchObject({ differs: true, canSettle: true })
    passTime(shop, DAY_MIN)
    await shop.jobs.runDue()
    expect([await scene.state(reference), await scene.reviewOf(reference)]).toEqual([
      ['paid', 'succeeded'],
      'the reversed payment came back',
    ])
    expect(await closedCases(reference)).toEqual(closed)
    await scene.close(reference)
    expect(await comparePayment(shop, reference)).toMatchObject({ differs: false })
  }
})

test('in an open issue, the latest state replaces the earlier one', async () => {
  const reference = await scene.paid()
  const reviews: unknown[] = []
  for (const status of ['reversed', 'success', 'reversed'] as const) {
    await turn(reference, status)
    await settle(shop, reference, 'webhook')
    reviews.push(await scene.reviewOf(reference))
  }
  expect(reviews).toEqual([
    'the payment was reversed',
    'the reversed payment came back',
    'the payment was reversed',
  ])
})

test('a payment that comes back weeks later is found without an event, even after a partial refund by the owner', async () => {
  for (const part of [undefined, 100_000]) {
    const reference = await scene.paid()
    const { order } = await getOrderOf(shop, reference)
    if (part !== undefined) {
      await refundOrder(shop, { orderId: order.id, amount: part, reason: 'torn', actor: 'ngozi' })
    }
    await turn(reference, 'reversed')
    await settle(shop, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['paid', 'refunded'])
    for (let day = 0; day < 12; day += 1) {
      passTime(shop, DAY_MIN)
      await checkDuePayments(shop)
    }
    await turn(reference, 'success')
    passTime(shop, DAY_MIN)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  }
})

test('a refund by the owner is not made when the bank takes the money back meanwhile', async () => {
  const reference = await scene.paid()
  const { order } = await getOrderOf(shop, reference)
  const listRefunds: typeof shop.provider.listRefunds = async (payment) => {
    const none = await shop.provider.listRefunds(payment)
    await turn(reference, 'reversed')
    await settle(shop, reference, 'webhook')
    return none
  }
  const provider = { ...shop.provider, listRefunds }
  const wanted = { orderId: order.id, reason: 'torn', actor: 'ngozi' }
  await expect(refundOrder({ ...shop, provider }, wanted)).rejects.toThrow('on its way back already')
  expect(await scene.refundOf(reference)).toBeUndefined()
})

test('what the banks keep for 30 days is not checked any longer', async () => {
  const reference = await scene.paid()
  await turn(reference, 'reversed')
  await settle(shop, reference, 'webhook')
  const isChecked = async (days: number) => {
    passTime(shop, days * DAY_MIN)
    await shop.jobs.runDue()
    return (await getOrderOf(shop, reference)).attempt.nextCheckAt !== null
  }
  expect([await isChecked(29), await isChecked(1)]).toEqual([true, false])
})

test.each([
  ['the next day', 1],
  ['after weeks, as banks do', 20],
])(
  'a payment reversed before it was seen as paid is a failure until the banks return it: %s',
  async (_, days) => {
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    await pay(shop, reference)
    await turn(reference, 'reversed')
    expect((await verify(shop, reference)).body.payment.status).toBe('failed')
    expect(await scene.state(reference)).toEqual(['failed', 'failed'])
    expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
    for (let day = 0; day < days; day += 1) {
      // Pending for a day, then reversed again.
      await shop.sandbox.advance(reference, day === 6 ? 'reversal_pending' : 'reversed')
      passTime(shop, DAY_MIN)
      await checkDuePayments(shop)
    }
    expect(await scene.state(reference)).toEqual(['failed', 'failed'])

    await turn(reference, 'success')
    passTime(shop, DAY_MIN)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    expect(await stockOf(shop, scene.tee)).toEqual([9, 0, 1])
  },
)

test('a stale success that is processed after the reversal is corrected', async () => {
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const reference = await placeOrder(shop, [{ productId: scene.tee }])
  await pay(shop, reference)
  const { verify: ask } = shop.provider
  const early = await ask(reference)
  await turn(reference, 'reversed')
  await settle(shop, reference, 'webhook')
  const provider = { ...shop.provider, verify: async () => early }
  await settle({ ...shop, provider }, reference, 'redirect')
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])

  shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
  passTime(shop, 3)
  await shop.jobs.runDue()
  shop.sandbox.faults.clear()
  passTime(shop, 3)
  await shop.jobs.runDue()
  expect([await scene.state(reference), await scene.reviewOf(reference)]).toEqual([
    ['paid', 'refunded'],
    'the payment was reversed',
  ])
})

test('a mismatch that is reversed stays an issue, even when it succeeds again', async () => {
  shop.sandbox.faults.set({ target: 'verify', kind: 'live_domain' })
  const reference = await placeOrder(shop, [{ productId: scene.tee }])
  await pay(shop, reference)
  await settle(shop, reference, 'webhook')
  await turn(reference, 'reversed')
  await settle(shop, reference, 'webhook')
  await turn(reference, 'success')
  await settle(shop, reference, 'webhook')
  expect(await scene.state(reference)).toEqual(['failed', 'mismatch'])
  expect(await scene.reviewOf(reference)).toBe('payment mismatch: live money in test mode')
})
