import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { orders } from '#server/db/schema/order.ts'
import { paymentAttempts, providerEvents } from '#server/db/schema/payment.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { addAccount } from '#test/support/account.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, pay, placeOrder, stockOf } from '#test/support/purchase.ts'
import { erasePerson } from './erase.ts'

const scene = openPaymentScene()
const { shop } = scene

const erase = (email: string) => {
  const { db, settings, now } = shop
  return erasePerson(db, email, { appSecret: settings.appSecret, actor: 'ngozi', now: now() })
}

/** An order that is placed and not yet paid. */
async function ordered(): Promise<{ email: string; reference: string }> {
  const email = `${newId()}@example.com`
  return { email, reference: await placeOrder(shop, [{ productId: scene.tee }], { email }) }
}

/** Everything the shop still stores that identifies the buyer of a payment. */
async function tracesOf(reference: string): Promise<unknown> {
  const { db } = shop
  const { order } = await getOrderOf(shop, reference)
  const recipient = outbox.recipient
  const remaining = [
    await db.select().from(orders).where(eq(orders.id, order.id)),
    await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, order.id)),
    await db.select({ recipient }).from(outbox).where(eq(outbox.orderId, order.id)),
    await db.select().from(providerEvents).where(eq(providerEvents.reference, reference)),
  ]
  return JSON.stringify(remaining).match(/[^"]*(example\.com|\bAda\b|Admiralty|8031234567)[^"]*/g)
}

async function unsentMails(reference: string): Promise<unknown[]> {
  const { order } = await getOrderOf(shop, reference)
  const rows = await shop.db.select().from(outbox).where(eq(outbox.orderId, order.id))
  return rows.filter((row) => row.sentAt === null)
}

test('a late payment of an erased buyer is refunded, and no personal data is stored again', async () => {
  const { email, reference } = await ordered()
  passTime(shop, 31)
  await shop.jobs.runDue()
  expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
  await erase(email)
  passTime(shop, 15)
  await shop.jobs.runDue()
  expect(await tracesOf(reference)).toBeNull()

  await pay(shop, reference)
  await shop.jobs.runDue()
  expect(await scene.state(reference)).toEqual(['cancelled', 'refund_sent'])
  expect(await scene.refundOf(reference)).toMatchObject({ amount: 1_550_000, reason: 'erased' })
  expect(await stockOf(shop, scene.tee)).toEqual([10, 0, 0])
  expect(await unsentMails(reference)).toEqual([])
  passTime(shop, 61)
  await shop.jobs.runDue()
  expect(await scene.state(reference)).toEqual(['cancelled', 'refunded'])
  expect(await tracesOf(reference)).toBeNull()
})

test('later events about an erased buyer leave no personal data', async () => {
  const { email, reference } = await ordered()
  await pay(shop, reference)
  await shop.jobs.runDue()
  await erase(email)
  const other = await scene.paid()
  await shop.jobs.runDue()

  const body = JSON.stringify({ event: 'charge.dispute.create', data: { reference, customer: { email } } })
  expect((await scene.deliver(body)).status).toBe(200)
  await shop.jobs.runDue()

  expect(await scene.reviewOf(reference)).toBe('the payment is disputed')
  await settle(shop, reference, 'owner')
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  expect(await tracesOf(reference)).toBeNull()
  const [event] = await shop.db.select().from(providerEvents).where(eq(providerEvents.reference, other))
  expect(event).toMatchObject({ body: expect.stringContaining(other), settledAt: expect.any(Date) })
})

test('an erased address does not return to an order that somebody else placed under it', async () => {
  const { email, reference } = await ordered()
  const buyer = await addAccount(shop, 'buyer@else.example')
  const { order } = await getOrderOf(shop, reference)
  await shop.db.update(orders).set({ userId: buyer.id }).where(eq(orders.id, order.id))
  await pay(shop, reference)
  await shop.jobs.runDue()
  await erase(email)

  const body = JSON.stringify({ event: 'charge.dispute.create', data: { reference, customer: { email } } })
  expect((await scene.deliver(body)).status).toBe(200)
  await shop.jobs.runDue()
  await settle(shop, reference, 'owner')
  expect(JSON.stringify(await tracesOf(reference))).not.toContain(email)
  expect((await getOrderOf(shop, reference)).order).toMatchObject({ status: 'paid', email: buyer.email })
})

test('a refund by the owner to an erased buyer sends no mail', async () => {
  const { email, reference } = await ordered()
  await pay(shop, reference)
  await shop.jobs.runDue()
  await erase(email)
  const { order } = await getOrderOf(shop, reference)
  await refundOrder(shop, { orderId: order.id, reason: 'asked for', actor: 'ngozi' })
  expect(await scene.state(reference)).toEqual(['paid', 'refund_sent'])
  expect(await unsentMails(reference)).toEqual([])
})
