import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/db/id.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { mailsTo, newKey, passTime, pay, placeOrder, stockOf, verify } from '#test/support/purchase.ts'
import { settle } from './settle.ts'

const scene = openPaymentScene()
const { shop } = scene
// Who may have the last pieces is another rule: test/proof/hoarding.test.ts.
beforeAll(() => {
  shop.settings.rateLimits = false
})

/** Buys the remaining stock, so that nothing is left for a late payment. */
async function buyTheRest(productId: string, quantity: number): Promise<void> {
  const reference = await placeOrder(shop, [{ productId, quantity }])
  await pay(shop, reference)
  await settle(shop, reference, 'webhook')
}

/** The payment as the page that the shopper returns to receives it. */
const shownOf = async (reference: string) => (await verify(shop, reference)).body.payment

describe('a late payment', () => {
  async function lapsed(options: { email?: string; key?: string; quantity?: number } = {}) {
    const { quantity = 1, ...rest } = options
    const reference = await placeOrder(shop, [{ productId: scene.tee, quantity }], rest)
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    return reference
  }

  test('is refunded in full, with a mail, when the goods are gone', async () => {
    const email = 'late@example.com'
    const reference = await lapsed({ email })
    await buyTheRest(scene.tee, 10)
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_sent'])
    expect(await shownOf(reference)).toMatchObject({ status: 'cancelled', refundReason: 'out-of-stock' })
    expect(await scene.refundOf(reference)).toMatchObject({
      state: 'sent',
      amount: 1_550_000,
      reason: 'out-of-stock',
    })
    const mails = await mailsTo(shop, email)
    expect(mails.map((mail) => mail.subject)).toContainEqual(
      expect.stringMatching(/^We are returning ₦15,500 for order #/),
    )
    passTime(shop, 61)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refunded'])
    expect(await stockOf(shop, scene.tee)).toEqual([0, 0, 10])
  })

  test('replaces the mail that the order was not paid in time, if that has not gone out yet', async () => {
    const email = 'away@example.com'
    const away = vi.spyOn(shop.mail, 'send').mockRejectedValue(new Error('the mail server is away'))
    const reference = await lapsed({ email })
    away.mockRestore()
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    passTime(shop, 1)
    await shop.jobs.runDue()
    expect((await mailsTo(shop, email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Order #\w{5} is confirmed$/),
    ])
    expect(await scene.mailKinds(reference)).toEqual(['order_confirmed'])
  })

  test('of an edited checkout cancels the newer, unpaid order', async () => {
    const key = newKey()
    const email = 'old-page@example.com'
    const old = await placeOrder(shop, [{ productId: scene.tee, quantity: 6 }], { key, email })
    const newer = await placeOrder(shop, [{ productId: scene.tee, quantity: 7 }], { key, email })
    await pay(shop, old)
    await settle(shop, old, 'webhook')
    expect(await scene.state(old)).toEqual(['paid', 'succeeded'])
    expect(await scene.state(newer)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(shop, scene.tee)).toEqual([4, 0, 6])
  })

  test.each([
    ['the old page first', ['old', 'newer']],
    ['the new page first', ['newer', 'old']],
  ] as const)(
    'when both pages of an edited checkout are paid, %s: one is kept, the other is refunded',
    async (_, order) => {
      const key = newKey()
      const email = `${newId()}@example.com`
      const old = await placeOrder(shop, [{ productId: scene.tee, quantity: 1 }], { key, email })
      const newer = await placeOrder(shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
      const references = { old, newer }
      for (const which of order) {
        await pay(shop, references[which])
        await settle(shop, references[which], 'webhook')
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
    const old = await placeOrder(shop, [{ productId: scene.tee, quantity: 10 }], { key, email })
    const newer = await placeOrder(shop, [{ productId: scene.tee, quantity: 2 }], { key, email })
    await buyTheRest(scene.tee, 8)
    await pay(shop, old)
    await settle(shop, old, 'webhook')
    expect(await scene.state(old)).toEqual(['cancelled', 'refund_due'])
    expect(await scene.state(newer)).toEqual(['pending', 'started'])
    expect(await stockOf(shop, scene.tee)).toEqual([0, 2, 8])
  })
})
