import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { users } from '#server/db/schema/person.ts'
import type { NewIssue } from '#server/order/issue.ts'
import { closeIssues, openIssue } from '#server/order/issue-store.ts'
import { addAccount } from '#test/support/account.ts'
import { addOrder } from '#test/support/order.ts'
import { addProducts } from '#test/support/product.ts'
import { addRefund, type RefundOf } from '#test/support/refund.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { PersonBusyError } from './busy.ts'
import { erasePerson } from './erase.ts'
import { exportPerson } from './export.ts'

const shop = openShopScene(async () => {
  await addProducts(shop.db, [{ id: 'tee' }])
})

const erase = (email: string) =>
  erasePerson(shop.db, email, { appSecret: shop.settings.appSecret, actor: 'ngozi', now: shop.now() })

test('nothing is erased while a payment is awaited or a refund is under way', async () => {
  await addAccount(shop, 'waiting@example.ng')
  const { id } = await addOrder(shop, { email: 'waiting@example.ng' })
  await expect(erase('waiting@example.ng')).rejects.toBeInstanceOf(PersonBusyError)
  await shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id))
  await shop.db.update(paymentAttempts).set({ state: 'refund_due' }).where(eq(paymentAttempts.orderId, id))
  await expect(erase('waiting@example.ng')).rejects.toBeInstanceOf(PersonBusyError)
  expect(await shop.db.select().from(users).where(eq(users.email, 'waiting@example.ng'))).toHaveLength(1)
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  expect(order?.fullName).toBe('Ada Obi')
})

test.each<[string, 'refund_stuck' | 'mismatch' | 'succeeded', RefundOf | undefined, NewIssue]>([
  ['a refund has failed', 'refund_stuck', { state: 'failed' }, { kind: 'refund-stuck', detail: 'failed' }],
  [
    'a refund needs attention at the provider',
    'refund_stuck',
    { state: 'sent', providerState: 'needs-attention' },
    { kind: 'refund-stuck', detail: 'needs-attention, 7' },
  ],
  [
    'a partial refund has failed',
    'succeeded',
    { state: 'failed', amount: 50_000 },
    { kind: 'refund-stuck', detail: 'failed' },
  ],
  ['a payment does not match', 'mismatch', undefined, { kind: 'mismatch', detail: 'amount' }],
  ['a payment came after a mismatch', 'mismatch', undefined, { kind: 'paid-after-mismatch' }],
])('nothing is erased while %s, until its issue is closed', async (_, state, refund, opened) => {
  const email = `${newId()}@example.ng`
  const order = await addOrder(shop, { email, status: refund === undefined ? 'cancelled' : 'paid' })
  if (refund === undefined) {
    await shop.db.update(paymentAttempts).set({ state }).where(eq(paymentAttempts.orderId, order.id))
  } else {
    await addRefund(shop, order, state, refund)
  }
  await openIssue(shop.db, order.id, opened, shop.now())
  const refused = await erase(email).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PersonBusyError)
  expect((refused as Error).message).toBe(
    'Money of this person could not be returned, or does not match their order: "orders issues" says which. Try again when you have closed the issue. Nothing was changed.',
  )
  expect(await exportPerson(shop.db, email, shop.now())).toMatchObject({ orders: [{ email }] })
  await closeIssues(shop.db, order.id, shop.now())
  expect(await erase(email)).toMatchObject({ orders: 1 })
})
