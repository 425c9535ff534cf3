import { expect, test } from 'vitest'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, pay, placeOrder, stockOf, verify } from '#test/support/purchase.ts'
import { comparePayment } from './compare.ts'
import { refundOrder } from './refund-order.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()

const DAY_MIN = 24 * 60

/** Nothing of it is told: the shop has to look by itself. */
async function turn(reference: string, status: 'reversed' | 'success'): Promise<void> {
  scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await scene.shop.sandbox.advance(reference, status)
}
test('a payment reversed at the provider stays paid, and a person is asked to look', async () => {
  const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
  await pay(scene.shop, reference)
  await verify(scene.shop, reference)
  await scene.shop.sandbox.advance(reference, 'reversed')
  await settle(scene.shop, reference, 'webhook')
  const { order, attempt } = await getOrderOf(scene.shop, reference)
  expect([order.status, order.needsReview, attempt.state]).toEqual([
    'paid',
    'the payment was reversed',
    'refunded',
  ])
  expect(await stockOf(scene.shop, scene.tee)).toEqual([9, 0, 1])
})

test('what came back is paid as before, and a second reversal is news again', async () => {
  const reference = await scene.paid()
  for (let round = 0; round < 2; round += 1) {
    await turn(reference, 'reversed')
    await settle(scene.shop, reference, 'webhook')
    expect([await scene.state(reference), await scene.reviewOf(reference)]).toEqual([
      ['paid', 'refunded'],
      'the payment was reversed',
    ])
    await scene.close(reference)
    await turn(reference, 'success')
    expect(await comparePayment(scene.shop, reference)).toMatchObject({ differs: true, canSettle: true })
    passTime(scene.shop, DAY_MIN)
    await scene.shop.jobs.runDue()
    expect([await scene.state(reference), await scene.reviewOf(reference)]).toEqual([
      ['paid', 'succeeded'],
      'the reversed payment came back',
    ])
    await scene.close(reference)
    expect(await comparePayment(scene.shop, reference)).toMatchObject({ differs: false })
  }
})

test('of what is still open, the last word is the one that holds', async () => {
  const reference = await scene.paid()
  const reviews: unknown[] = []
  for (const status of ['reversed', 'success', 'reversed'] as const) {
    await turn(reference, status)
    await settle(scene.shop, reference, 'webhook')
    reviews.push(await scene.reviewOf(reference))
  }
  expect(reviews).toEqual([
    'the payment was reversed',
    'the reversed payment came back',
    'the payment was reversed',
  ])
})

test('what came back weeks later is found without an event, also where the owner had returned a part', async () => {
  for (const part of [undefined, 100_000]) {
    const reference = await scene.paid()
    const { order } = await getOrderOf(scene.shop, reference)
    if (part !== undefined) {
      await refundOrder(scene.shop, { orderId: order.id, amount: part, reason: 'torn', actor: 'ngozi' })
    }
    await turn(reference, 'reversed')
    await settle(scene.shop, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['paid', 'refunded'])
    for (let day = 0; day < 12; day += 1) {
      passTime(scene.shop, DAY_MIN)
      await scene.shop.jobs.runDue()
    }
    await turn(reference, 'success')
    passTime(scene.shop, DAY_MIN)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  }
})

test.each([
  ['the next day', 1],
  ['after weeks, as banks do', 20],
])('before anybody saw it paid, it is a failure until the banks send it back: %s', async (_, days) => {
  scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
  await pay(scene.shop, reference)
  await turn(reference, 'reversed')
  expect((await verify(scene.shop, reference)).body.payment.status).toBe('failed')
  expect(await scene.state(reference)).toEqual(['failed', 'failed'])
  expect(await stockOf(scene.shop, scene.tee)).toEqual([10, 0, 0])
  for (let day = 0; day < days; day += 1) {
    // On its way for a day, and back where it was.
    await scene.shop.sandbox.advance(reference, day === 6 ? 'reversal_pending' : 'reversed')
    passTime(scene.shop, DAY_MIN)
    await scene.shop.jobs.runDue()
  }
  expect(await scene.state(reference)).toEqual(['failed', 'failed'])

  await turn(reference, 'success')
  passTime(scene.shop, DAY_MIN)
  await scene.shop.jobs.runDue()
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  expect(await stockOf(scene.shop, scene.tee)).toEqual([9, 0, 1])
})

test('a success that is older than the reversal is found out', async () => {
  scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
  await pay(scene.shop, reference)
  const { verify: ask } = scene.shop.provider
  const early = await ask(reference)
  await turn(reference, 'reversed')
  await settle(scene.shop, reference, 'webhook')
  const provider = { ...scene.shop.provider, verify: async () => early }
  await settle({ ...scene.shop, provider }, reference, 'redirect')
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])

  scene.shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
  passTime(scene.shop, 3)
  await scene.shop.jobs.runDue()
  scene.shop.sandbox.faults.clear()
  passTime(scene.shop, 3)
  await scene.shop.jobs.runDue()
  expect([await scene.state(reference), await scene.reviewOf(reference)]).toEqual([
    ['paid', 'refunded'],
    'the payment was reversed',
  ])
})

test('what was not ours and was taken back stays a case, also when it is there again', async () => {
  scene.shop.sandbox.faults.set({ target: 'verify', kind: 'live_domain' })
  const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
  await pay(scene.shop, reference)
  await settle(scene.shop, reference, 'webhook')
  await turn(reference, 'reversed')
  await settle(scene.shop, reference, 'webhook')
  await turn(reference, 'success')
  await settle(scene.shop, reference, 'webhook')
  expect(await scene.state(reference)).toEqual(['failed', 'mismatch'])
  expect(await scene.reviewOf(reference)).toBe('payment mismatch: live money in test mode')
})
