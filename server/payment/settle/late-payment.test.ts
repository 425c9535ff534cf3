import { describe, expect, test, vi } from 'vitest'
import { newId } from '#server/db/id.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { mailsTo, newKey, passTime, pay, placeOrder, stockOf, verify } from '#test/support/purchase.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()

/** Buys the remaining stock, so that nothing is left for a late payment. */
async function buyTheRest(productId: string, quantity: number): Promise<void> {
  const reference = await placeOrder(scene.shop, [{ productId, quantity }])
  await pay(scene.shop, reference)
  await settle(scene.shop, reference, 'webhook')
}

/** The payment as the page that the shopper returns to receives it. */
const shownOf = async (reference: string) => (await verify(scene.shop, reference)).body.payment

describe('a late payment', () => {
  async function lapsed(options: { email?: string; key?: string; quantity?: number } = {}) {
    const { quantity = 1, ...rest } = options
    const reference = await placeOrder(scene.shop, [{ productId: scene.tee, quantity }], rest)
    passTime(scene.shop, 31)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    return reference
  }

  test.each([0, 60, 71 * 60])(
    '%d minutes after the cancellation is honoured if the goods are available',
    async (minutes) => {
      const reference = await lapsed()
      passTime(scene.shop, minutes)
      await pay(scene.shop, reference)
      await scene.shop.jobs.runDue()
      expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
      expect(await stockOf(scene.shop, scene.tee)).toEqual([9, 0, 1])
      expect(await scene.mailKinds(reference)).toEqual(['order_cancelled', 'order_confirmed'])
    },
  )

  test('is found by the reconciler without a webhook', async () => {
    scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const reference = await lapsed()
    await pay(scene.shop, reference)
    passTime(scene.shop, 15)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('is refunded in full, with a mail, when the goods are gone', async () => {
    const email = 'late@example.com'
    const reference = await lapsed({ email })
    await buyTheRest(scene.tee, 10)
    await pay(scene.shop, reference)
    await settle(scene.shop, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_sent'])
    expect(await shownOf(reference)).toMatchObject({ status: 'cancelled', refundReason: 'out-of-stock' })
    expect(await scene.refundOf(reference)).toMatchObject({
      state: 'sent',
      amount: 1_550_000,
      reason: 'out-of-stock',
    })
    const mails = await mailsTo(scene.shop, email)
    expect(mails.map((mail) => mail.subject)).toContainEqual(
      expect.stringMatching(/^We are returning ₦15,500 for order #/),
    )
    passTime(scene.shop, 61)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refunded'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([0, 0, 10])
  })

  test('replaces the mail that the order was not paid in time, if that has not gone out yet', async () => {
    const email = 'away@example.com'
    const away = vi.spyOn(scene.shop.mail, 'send').mockRejectedValue(new Error('the mail server is away'))
    const reference = await lapsed({ email })
    away.mockRestore()
    await pay(scene.shop, reference)
    await settle(scene.shop, reference, 'webhook')
    passTime(scene.shop, 1)
    await scene.shop.jobs.runDue()
    expect((await mailsTo(scene.shop, email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Order #\w{5} is confirmed$/),
    ])
    expect(await scene.mailKinds(reference)).toEqual(['order_confirmed'])
  })

  test('of an edited checkout cancels the newer, unpaid order', async () => {
    const key = newKey()
    const email = 'old-page@example.com'
    const old = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 6 }], { key, email })
    const newer = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 7 }], { key, email })
    await pay(scene.shop, old)
    await settle(scene.shop, old, 'webhook')
    expect(await scene.state(old)).toEqual(['paid', 'succeeded'])
    expect(await scene.state(newer)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([4, 0, 6])
  })

  test.each([
    ['the old page first', ['old', 'newer']],
    ['the new page first', ['newer', 'old']],
  ] as const)(
    'when both pages of an edited checkout are paid, %s: one is kept, the other is refunded',
    async (_, order) => {
      const key = newKey()
      const email = `${newId()}@example.com`
      const old = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 1 }], { key, email })
      const newer = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
      const references = { old, newer }
      for (const which of order) {
        await pay(scene.shop, references[which])
        await settle(scene.shop, references[which], 'webhook')
      }
      expect(await scene.state(references[order[0]])).toEqual(['paid', 'succeeded'])
      expect(await scene.state(references[order[1]])).toEqual(['cancelled', 'refund_due'])
      expect((await scene.refundOf(references[order[1]]))?.reason).toBe('already-paid')
      expect(await shownOf(references[order[0]])).toMatchObject({ status: 'paid', refundReason: null })
      expect(await shownOf(references[order[1]])).toMatchObject({
        status: 'cancelled',
        inFlight: false,
        refundReason: 'already-paid',
      })
    },
  )

  test('a newer order is unchanged when the late one cannot be served', async () => {
    const key = newKey()
    const email = 'no-room@example.com'
    const old = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 10 }], { key, email })
    const newer = await placeOrder(scene.shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
    await buyTheRest(scene.tee, 8)
    await pay(scene.shop, old)
    await settle(scene.shop, old, 'webhook')
    expect(await scene.state(old)).toEqual(['cancelled', 'refund_due'])
    expect(await scene.state(newer)).toEqual(['pending', 'started'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([0, 2, 8])
  })
})
