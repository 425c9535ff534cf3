import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { checkDuePayments } from '#server/payment/settle/reconcile.ts'
import { erasePerson } from '#server/person/erase.ts'
import { addAccount } from '#test/support/account.ts'
import { addOrder } from '#test/support/order.ts'
import { openOrderDesk } from '#test/support/order-desk.ts'
import {
  decline,
  getOrderOf,
  initialize,
  mailsTo,
  newKey,
  passTime,
  pay,
  purchase,
  verify,
} from '#test/support/purchase.ts'
import { readReceiptToken, receiptUrl } from './receipt-link.ts'

const { shop, owner } = openOrderDesk()
const DAY_MINUTES = 24 * 60

/** The link in the newest mail to a buyer, as a path of the API. */
async function linkTo(email: string): Promise<string> {
  const mails = await mailsTo(shop, email)
  const [, token] = /http:\/\/localhost:3000\/receipt\/(\S+)/.exec(mails.at(-1)?.textBody ?? '') ?? []
  return `/api/order/receipt/${token}`
}

async function buy(email: string): Promise<string> {
  const { body } = await initialize(shop, purchase([{ productId: 'tee' }], { email }))
  await pay(shop, body.data.reference)
  await verify(shop, body.data.reference)
  await shop.jobs.runDue()
  return body.data.reference
}

test('the link in a mail opens the order without a login, for 90 days', async () => {
  const reference = await buy('link@example.com')
  const link = await linkTo('link@example.com')
  const { status, body, headers } = await shop.call('GET', link)
  expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(body).toMatchObject({
    status: 'paid',
    paymentReference: reference,
    isGuest: true,
    items: [{ productId: 'tee', quantity: 1 }],
    shippingInfo: { fullName: 'Ada Obi', address: '12 Admiralty Way', state: 'Lagos' },
    shippingLocation: 'Lekki',
  })
  expect((await verify(shop, reference)).body.payment.order).toEqual(body)
  expect(
    (
      await shop.call(
        'GET',
        link.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
      )
    ).status,
  ).toBe(404)
  expect((await shop.call('GET', '/api/order/receipt/x')).body.message).toBe(
    'This link does not open an order any more.',
  )

  passTime(shop, 90 * DAY_MINUTES - 1)
  expect((await shop.call('GET', link)).status).toBe(200)
  passTime(shop, 2)
  expect((await shop.call('GET', link)).status).toBe(404)
  expect((await verify(shop, reference)).body.payment.order).toBeNull()
  passTime(shop, -90 * DAY_MINUTES - 1)
})

test('the owner makes the links void that were mailed so far; that is on record', async () => {
  const reference = await buy('revoked@example.com')
  const link = await linkTo('revoked@example.com')
  passTime(shop, 1)
  expect(await owner('revoke-links', reference)).toMatchObject({
    code: 0,
    out: expect.stringContaining('open it no more'),
  })
  expect((await shop.call('GET', link)).status).toBe(404)
  expect((await verify(shop, reference)).body.payment).toMatchObject({ status: 'paid', order: null })
  passTime(shop, 1)
  const { secret, orderId } = { secret: shop.settings.appSecret, orderId: link.split(/[/.]/)[4] ?? '' }
  const later = receiptUrl({ publicUrl: '', appSecret: secret }, { orderId, madeAt: shop.now() })
  expect((await shop.call('GET', `/api/order${later}`)).status).toBe(200)
})

test('of an order that was not paid the link shows no address, as its mail names none', async () => {
  const email = 'unpaid@example.com'
  await initialize(shop, purchase([{ productId: 'tee' }], { email }), newKey())
  passTime(shop, 31)
  await checkDuePayments(shop)
  await shop.jobs.runDue()
  const [mail] = await mailsTo(shop, email)
  expect(mail?.textBody).toContain('Pay again: http://localhost:3000/receipt/')
  expect(mail?.textBody).not.toContain('Admiralty')
  const { body } = await shop.call('GET', await linkTo(email))
  expect(body).toMatchObject({ status: 'cancelled', shippingInfo: null, items: [{ productId: 'tee' }] })
})

test('an unpaid order leads to the page of its only payment while its items are held, and then to none', async () => {
  const ada = await addAccount(shop, 'pending@example.com')
  const { body } = await initialize(shop, purchase([{ productId: 'tee' }], { email: ada.email }))
  const { reference, authorization_url: url } = body.data
  const { order } = await getOrderOf(shop, reference)
  const link = receiptUrl(
    { publicUrl: '/api/order', appSecret: shop.settings.appSecret },
    { orderId: order.id, madeAt: shop.now() },
  )
  const shown = async () => {
    const [one, list, receipt, payment] = await Promise.all([
      shop.call('GET', `/api/order/${order.id}`, undefined, ada.headers),
      shop.call('GET', '/api/order/my-orders', undefined, ada.headers),
      shop.call('GET', link),
      verify(shop, reference),
    ])
    return [one.body, list.body[0], receipt.body, payment.body.payment.order].map(
      ({ status, pendingPayment }) => [status, pendingPayment],
    )
  }
  const heldUntil = new Date(shop.clock.now + 30 * 60_000).toISOString()
  expect(await shown()).toEqual(Array(4).fill(['pending', { url, heldUntil }]))
  expect((await shop.call('GET', link)).body.shippingInfo).toBeNull()

  await decline(shop, reference)
  await verify(shop, reference)
  expect(await shown()).toEqual(Array(4).fill(['failed', null]))
})

test('a payment that has not begun, or whose hold is over, has no page to continue on', async () => {
  const ada = await addAccount(shop, 'over@example.com')
  const { id, reference } = await addOrder(shop, { email: ada.email, userId: ada.id })
  const hasPage = async () =>
    (await shop.call('GET', `/api/order/${id}`, undefined, ada.headers)).body.pendingPayment !== null
  const change = async (
    attempt: { state?: 'created' | 'started' | 'mismatch'; url?: string },
    minutes: number,
  ) => {
    await shop.db.update(paymentAttempts).set(attempt).where(eq(paymentAttempts.reference, reference))
    const holdExpiresAt = new Date(shop.clock.now + minutes * 60_000)
    await shop.db.update(orders).set({ holdExpiresAt }).where(eq(orders.id, id))
    return hasPage()
  }
  const url = 'https://checkout.paystack.com/x'
  expect(await change({ state: 'started' }, 1)).toBe(false)
  expect(await change({ url }, 1)).toBe(true)
  expect(await change({ url }, 0)).toBe(false)
  expect(await change({ state: 'created' }, 1)).toBe(false)
  expect(await change({ state: 'mismatch' }, 1)).toBe(false)
})

test('nothing opens the order of a buyer who was erased', async () => {
  await buy('erased@example.com')
  const link = await linkTo('erased@example.com')
  const { appSecret } = shop.settings
  await erasePerson(shop.db, 'erased@example.com', { appSecret, actor: 'test', now: shop.now() })
  expect((await shop.call('GET', link)).status).toBe(404)
})

test('a token of another secret, or in another form, is none', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  const made = { orderId: 'a'.repeat(40), madeAt: now }
  const token = receiptUrl({ publicUrl: '', appSecret: 'one' }, made).replace('/receipt/', '')
  expect(readReceiptToken('one', token, now)).toEqual(made)
  expect(readReceiptToken('other', token, now)).toBeUndefined()
  for (const bad of ['', '..', `${token}.`, token.slice(1), token.replace('.', '.1')]) {
    expect(readReceiptToken('one', bad, now)).toBeUndefined()
  }
})
