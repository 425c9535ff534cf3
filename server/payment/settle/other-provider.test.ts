import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { passTime, pay, placeOrder, stockOf } from '#test/support/purchase.ts'
import { checkRefund } from '../refund/refund.ts'
import { comparePayment } from './compare.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()
const takenBy = (reference: string, provider: string) =>
  scene.shop.db.update(paymentAttempts).set({ provider }).where(eq(paymentAttempts.reference, reference))

test('a payment of a provider that the shop no longer has is an issue, and no other one is asked about it', async () => {
  const { shop, tee } = scene
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const reference = await placeOrder(shop, [{ productId: tee }])
  await pay(shop, reference)
  await takenBy(reference, 'former')
  const verify = vi.spyOn(shop.provider, 'verify')
  await settle(shop, reference, 'redirect')
  const issue =
    'The payment was started at former, which this shop no longer uses: look there whether it was paid.'
  expect(await scene.reviewOf(reference)).toBe(issue)
  expect(await comparePayment(shop, reference)).toMatchObject({ differs: undefined })
  await scene.close(reference)
  // Its goods are held for as long as those of a payment whose provider cannot be reached.
  for (let quarter = 0; quarter < 20; quarter++) {
    passTime(shop, 15)
    await settle(shop, reference, 'reconciler')
  }
  expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
  expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  expect(await scene.reviewOf(reference)).toBeNull()
  expect(verify).not.toHaveBeenCalled()
  verify.mockRestore()
})

test('a refund of a payment is not asked of another provider than took it', async () => {
  const reference = await scene.refundDue()
  await takenBy(reference, 'former')
  const asked = vi.spyOn(scene.shop.provider, 'refund')
  await checkRefund(scene.shop, reference)
  expect(asked).not.toHaveBeenCalled()
  expect(await scene.refundOf(reference)).toMatchObject({ state: 'requested', askedAt: null })
  asked.mockRestore()
})
