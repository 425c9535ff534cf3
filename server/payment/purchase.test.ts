import { afterEach, expect, test } from 'vitest'
import { addAccount } from '#test/support/account.ts'
import { checkLedger } from '#test/support/ledger.ts'
import {
  getOrderOf,
  initialize,
  mailsTo,
  pay,
  purchase,
  seedPlace,
  seedProduct,
  stockOf,
  verify,
} from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const ADA = 'ada@example.com'
const shop = openShopScene(async ({ db }) => {
  await seedPlace(db)
  await seedProduct(db, { id: 'tee' })
})
afterEach(() => checkLedger(shop.db))

test('a guest orders, pays, returns and gets the mail; the goods are sold', {
  tags: ['3.24', '7.19', '7.20'],
}, async () => {
  const { status, body, headers } = await initialize(
    shop,
    purchase([{ productId: 'tee', quantity: 2 }], { email: ADA }),
  )
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  const { reference, authorization_url, access_code } = body.data
  expect(reference).toMatch(/^jara-[0-9a-f]{40}$/)
  expect(authorization_url).toBe(`http://localhost:3000/sandbox/checkout/${access_code}`)
  expect(await stockOf(shop, 'tee')).toEqual([8, 2, 0])

  await pay(shop, reference)
  const verified = await verify(shop, reference)
  expect(verified.status).toBe(200)
  expect(verified.headers.get('referrer-policy')).toBe('no-referrer')
  expect(verified.body.payment).toMatchObject({
    status: 'paid',
    reference,
    email: ADA,
    amount: 28_000,
    channel: 'card',
    paidAt: '2026-11-20T09:00:00.000Z',
    arrival: { first: '2026-11-23', last: '2026-11-23' },
    inFlight: false,
    // The provider only knows the e-mail address.
    customer: { email: ADA, first_name: 'Ada', last_name: 'Obi', phone: '+2348031234567' },
  })
  expect(await stockOf(shop, 'tee')).toEqual([8, 0, 2])

  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  const [mail, ...others] = await mailsTo(shop, ADA)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Order #${order.id.slice(-5).toUpperCase()} is confirmed`)
  expect(mail?.textBody).toContain('2 x Product tee (black, M): ₦25,000')
  expect(mail?.textBody).toContain('Total: ₦28,000')
  expect(mail?.textBody).toContain('Arrives Mon 23 Nov.')
})

test.each([
  ['a guest', true],
  ['a member', false],
])('the receipt of %s tells how to find the order: %s', async (_, isGuest) => {
  const account = await addAccount(shop, `receipt-${isGuest}@example.ng`)
  const call = shop.call(
    'POST',
    '/api/payment/initialize',
    purchase([{ productId: 'tee' }], { email: account.email }),
    isGuest ? {} : account.headers,
  )
  await pay(shop, (await call).body.data.reference)
  await shop.jobs.runDue()
  const [mail] = await mailsTo(shop, account.email)
  for (const text of [mail?.textBody, mail?.htmlBody])
    expect(text?.includes('choose a password there to find it under My Orders later')).toBe(isGuest)
})

test('any text that is not a reference is an unknown payment', async () => {
  const unknown = await verify(shop, `jara-${'0'.repeat(40)}`)
  expect(unknown.status).toBe(404)
  for (const text of ['x'.repeat(101), '%00', 'a%00b', '%F0%9F%94%A5', `jara-${'0'.repeat(41)}`]) {
    const { status, body } = await verify(shop, text)
    expect([status, body]).toEqual([404, unknown.body])
  }
})
