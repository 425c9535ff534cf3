import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/db/schema.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, pay, placeOrder, verify } from '#test/support/purchase.ts'
import { listOpenIssues } from './issue-list-store.ts'
import { openIssue } from './issue-store.ts'
import { resolveOrder } from './resolve.ts'

const scene = openPaymentScene()

const DAY_MIN = 24 * 60

/** An order that was cancelled and then paid, without the shop knowing yet. */
async function paidLateWithoutEvent() {
  const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
  passTime(scene.shop, 31)
  await scene.shop.jobs.runDue()
  scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await pay(scene.shop, reference)
  scene.shop.sandbox.faults.clear()
  const { order } = await getOrderOf(scene.shop, reference)
  expect(order.status).toBe('cancelled')
  return { reference, orderId: order.id }
}

async function verifyPaid(reference: string): Promise<void> {
  await verify(scene.shop, reference)
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
}

const issueKindsOf = async (orderId: string) =>
  (await listOpenIssues(scene.shop.db, scene.shop.now()))
    .filter(({ id }) => id === orderId)
    .map(({ issue }) => issue.kind)
    .toSorted()
const close = (orderId: string) =>
  resolveOrder(scene.shop.db, { orderId, actor: 'ngozi', note: 'seen to' }, scene.shop.now())

test('an issue closed between the payment and its detection does not close the late payment', async () => {
  const { reference, orderId } = await paidLateWithoutEvent()
  const ofCancelling = and(eq(outbox.orderId, orderId), eq(outbox.kind, 'order_cancelled'))
  await scene.shop.db.update(outbox).set({ sentAt: null, givenUpAt: scene.shop.now() }).where(ofCancelling)
  passTime(scene.shop, 1)
  expect(await close(orderId)).toBe('a mail could not be delivered')
  passTime(scene.shop, 1)
  await verifyPaid(reference)
  const { order } = await getOrderOf(scene.shop, reference)
  expect(scene.shop.clock.now - (order.paidAt?.getTime() ?? 0)).toBe(120_000)

  expect(await issueKindsOf(orderId)).toEqual(['late'])
  expect(await close(orderId)).toBe('paid late')
  expect(await issueKindsOf(orderId)).toEqual([])
})

test('a late payment is listed next to an open review, and one note closes both', async () => {
  const { reference, orderId } = await paidLateWithoutEvent()
  await verifyPaid(reference)
  await openIssue(scene.shop.db, orderId, { kind: 'disputed' }, scene.shop.now())
  expect(await issueKindsOf(orderId)).toEqual(['late', 'review'])
  expect(await close(orderId)).toBe('the payment is disputed; paid late')
  expect(await issueKindsOf(orderId)).toEqual([])
})

test('a refund that takes the banks too long is listed until somebody closes it', async () => {
  const reference = await scene.refundDue()
  await scene.shop.jobs.runDue()
  const { order } = await getOrderOf(scene.shop, reference)
  passTime(scene.shop, 13 * DAY_MIN)
  expect(await issueKindsOf(order.id)).toEqual([])
  await expect(close(order.id)).rejects.toThrow('Nothing about order')
  passTime(scene.shop, 2 * DAY_MIN)
  expect(await issueKindsOf(order.id)).toEqual(['refund-slow'])
  expect(await close(order.id)).toBe('a refund is slow')
  expect(await issueKindsOf(order.id)).toEqual([])
})
