import { expect, test } from 'vitest'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { pay, placeOrder } from '#test/support/purchase.ts'
import { sendDueRefunds } from '../refund/refund.ts'
import { comparePayment } from './compare.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()
const { shop } = scene

test('a payment that is being refunded agrees at every step', async () => {
  const reference = await scene.refundDue()
  const kobo = 1_550_000
  const agreed = { differs: false, ours: { kobo }, theirs: { kobo } }
  expect(await comparePayment(shop, reference)).toMatchObject(agreed)

  await sendDueRefunds(shop)
  expect((await shop.provider.verify(reference)).kind).toBe('known')
  const underWay = await comparePayment(shop, reference)
  expect(underWay).toMatchObject({ ...agreed, theirs: { words: 'in-flight, refund under-way', kobo } })

  await scene.moveRefund((await scene.refundOf(reference))?.providerRefundId, 'processed')
  await shop.jobs.runDue()
  expect(await comparePayment(shop, reference)).toMatchObject({
    ...agreed,
    theirs: { words: 'reversed, refund done', kobo },
  })
})

test('a reference that neither side knows does not exist', async () => {
  const compared = await comparePayment(shop, 'jara-TYPO')
  expect(compared).toMatchObject({ exists: false, differs: false, orderId: undefined })
  const known = await placeOrder(shop, [{ productId: scene.tee }])
  expect(await comparePayment(shop, known)).toMatchObject({ exists: true })
})

test('a payment reversed before it was seen as paid agrees: nothing was received', async () => {
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const reference = await placeOrder(shop, [{ productId: scene.tee }])
  await pay(shop, reference)
  await shop.sandbox.advance(reference, 'reversed')
  await settle(shop, reference, 'redirect')
  expect(await comparePayment(shop, reference)).toMatchObject({
    differs: false,
    ours: { words: 'failed, failed', kobo: 0 },
    theirs: { words: 'reversed', kobo: 0 },
  })
})
