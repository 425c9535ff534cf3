import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/db/schema/mail.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, pay, placeOrder, verify } from '#test/support/purchase.ts'
import { listOpenIssues } from './issue-list-store.ts'
import { openIssue } from './issue-store.ts'
import { resolveOrder } from './resolve.ts'

const scene = openPaymentScene()
const { shop } = scene

const DAY_MIN = 24 * 60

/** An order that was cancelled and then paid, without the shop knowing yet. */
async function paidLateWithoutEvent() {
  const reference = await placeOrder(shop, [{ productId: scene.tee }])
  passTime(shop, 31)
  await shop.jobs.runDue()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await pay(shop, reference)
  shop.sandbox.faults.clear()
  const { order } = await getOrderOf(shop, reference)
  expect(order.status).toBe('cancelled')
  return { reference, orderId: order.id }
}

async function verifyPaid(reference: string): Promise<void> {
  await verify(shop, reference)
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
}

const issueKindsOf = async (orderId: string) =>
  (await listOpenIssues(shop.db, shop.now()))
    .filter(({ id }) => id === orderId)
    .map(({ issue }) => issue.kind)
    .toSorted()
const close = (orderId: string) =>
  resolveOrder(shop.db, { orderId, actor: 'ngozi', note: 'seen to' }, shop.now())

test('an issue closed between the payment and its detection does not close the late payment', async () => {
  const { reference, orderId } = await paidLateWithoutEvent()
  const ofCancelling = and(eq(outbox.orderId, orderId), eq(outbox.kind, 'order_cancelled'))
  await shop.db.update(outbox).set({ sentAt: null, givenUpAt: shop.now() }).where(ofCancelling)
  passTime(shop, 1)
  expect(await close(orderId)).toBe('a mail could not be delivered')
  passTime(shop, 1)
  await verifyPaid(reference)
  const { order } = await getOrderOf(shop, reference)
  expect(shop.clock.now - (order.paidAt?.getTime() ?? 0)).toBe(120_000)

  expect(await issueKindsOf(orderId)).toEqual(['late'])
  expect(await close(orderId)).toBe('paid late')
  expect(await issueKindsOf(orderId)).toEqual([])
})

test('a late payment is listed next to an open review, and one note closes both', async () => {
  const { reference, orderId } = await paidLateWithoutEvent()
  await verifyPaid(reference)
  await openIssue(shop.db, orderId, { kind: 'disputed' }, shop.now())
  expect(await issueKindsOf(orderId)).toEqual(['late', 'review'])
  expect(await close(orderId)).toBe('the payment is disputed; paid late')
  expect(await issueKindsOf(orderId)).toEqual([])
})

test('a refund that takes the banks too long is listed until somebody closes it', async () => {
  const reference = await scene.refundDue()
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  passTime(shop, 13 * DAY_MIN)
  expect(await issueKindsOf(order.id)).toEqual([])
  await expect(close(order.id)).rejects.toThrow('Nothing about order')
  passTime(shop, 2 * DAY_MIN)
  expect(await issueKindsOf(order.id)).toEqual(['refund-slow'])
  expect(await close(order.id)).toBe('a refund is slow')
  expect(await issueKindsOf(order.id)).toEqual([])
})
