import { expect, test } from 'vitest'
import { addAccount } from '#test/support/account.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, mailsTo, passTime, pay, placeOrder, verify } from '#test/support/purchase.ts'
import { orderArrival } from './arrival.ts'

const scene = openPaymentScene()
const { shop } = scene

const FRIDAY_10_LAGOS = new Date('2026-11-20T09:00:00Z')
const TUESDAY_9_LAGOS = new Date('2026-11-24T08:00:00Z')

test('a payment learned of days later promises an arrival from then on, the same everywhere, for good', {
  tags: ['9.24'],
}, async () => {
  const email = 'ada@example.com'
  shop.clock.now = FRIDAY_10_LAGOS.getTime()
  const { headers } = await addAccount(shop, email)
  const reference = await placeOrder(shop, [{ productId: scene.tee }], { email })
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await pay(shop, reference)
  shop.clock.now = TUESDAY_9_LAGOS.getTime()
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  expect(order).toMatchObject({ status: 'paid', paidAt: FRIDAY_10_LAGOS, confirmedAt: TUESDAY_9_LAGOS })

  const [mail] = await mailsTo(shop, email)
  expect(mail?.textBody).toContain('Arrives Wed 25 Nov.')
  const shown = {
    paidAt: FRIDAY_10_LAGOS.toISOString(),
    arrival: { first: '2026-11-25', last: '2026-11-25' },
  }
  for (const laterMin of [0, 24 * 60]) {
    passTime(shop, laterMin)
    await shop.jobs.runDue()
    expect((await verify(shop, reference)).body.payment).toMatchObject(shown)
    const page = await shop.call('GET', `/api/order/${order.id}`, undefined, headers)
    expect(page.body).toMatchObject(shown)
  }
})

test.each([
  ['before payment', null, null, null],
  ['seconds after the payment', '2026-11-20T09:00:00Z', '2026-11-20T09:00:05Z', '2026-11-23'],
  ['after the cut-off', '2026-11-20T10:59:58Z', '2026-11-20T11:00:01Z', '2026-11-24'],
  ['by a clock that is behind the provider’s', '2026-11-20T11:00:01Z', '2026-11-20T10:59:58Z', '2026-11-24'],
])('confirmed %s', (_, paid, confirmed, first) => {
  const timeOf = (text: string | null) => (text === null ? null : new Date(text))
  const place = { shippingPlace: 'Lekki', state: 'Lagos' }
  const arrival = orderArrival({
    ...place,
    paidAt: timeOf(paid),
    confirmedAt: timeOf(confirmed),
    promisedAnewAt: null,
  })
  expect(arrival?.first ?? null).toBe(first)
})
