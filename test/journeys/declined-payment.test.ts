import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { heading, payButton, person, proceedToPayment, shownReference, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const PAID = {
  status: 'paid',
  reference: `jara-${'1'.repeat(40)}`,
  email: 'ada@guest.example',
  amount: 1_250.5,
  channel: null,
  paidAt: '2026-11-20T09:05:00.000Z',
  arrival: { first: '2026-11-24', last: '2026-11-27' },
  inFlight: false,
  holdExpiresAt: null,
  customer: {
    first_name: 'Ada',
    last_name: 'Obi',
    email: 'ada@guest.example',
    phone: '+2348031234567',
  },
}

/** A guest whose card has no money on it, still on the provider's page. */
async function beDeclined(email: string) {
  const { page, context } = await journey.visitor({ cart: [{ name: 'Eko Cap' }], typed: person(email) })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const reference = await shownReference(page)
  await page.getByRole('button', { name: 'Insufficient funds' }).click()
  await heading(page, 'Payment not made').waitFor()
  return { page, context, reference }
}

test('a failed payment says so and leads back to the checkout with the cart still full', {
  tags: ['2.9'],
}, async () => {
  const { context, reference } = await beDeclined('failed@guest.example')

  const returned = await context.newPage()
  await visit(returned, `/payment/callback?reference=${reference}`)
  await heading(returned, 'Payment Failed').waitFor()
  await returned.getByText("We couldn't verify your payment. Please try again or contact support.").waitFor()
  await expect.poll(() => returned.title()).toBe('Payment failed | Jara')
  await returned.getByRole('link', { name: 'Back to Checkout' }).click()
  await payButton(returned).waitFor()
  expect(await returned.getByRole('main').getByRole('link', { name: 'Eko Cap' }).count()).toBe(1)
  expect(await returned.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')
  expect(await returned.getByLabel('City').inputValue()).toBe('Ikeja')
})

test('a payment that the bank is still processing is waited for, after a card that was declined too', {
  tags: ['whole'],
}, async () => {
  const { page, context, reference } = await beDeclined('processed@guest.example')
  await page.getByRole('button', { name: 'Card with bank page' }).click()
  await page.getByRole('button', { name: /approve/i }).waitFor()
  const returned = await context.newPage()
  await visit(returned, `/payment/callback?reference=${reference}`)
  await heading(returned, 'Verifying Payment...').waitFor()
  const status = returned.getByRole('status')
  await status.getByText('Your bank is still working on this payment.').waitFor()
  await status.getByText('Please do not pay again.').waitFor()
  await page.getByRole('button', { name: /approve/i }).click()
  await heading(page, 'Payment Successful!').waitFor()
  await heading(returned, 'Payment Successful!').waitFor()
})

test('a late payment is still found, even over a connection that hangs', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor()
  const reference = `jara-${'2'.repeat(40)}`
  const verify = '**/api/payment/verify/**'
  const payment = { ...PAID, status: 'pending', reference, paidAt: null, arrival: null, customer: null }
  let asked = 0
  await page.route(verify, async (route) => {
    asked += 1
    if (asked > 1) await route.fulfill({ json: { payment } })
  })
  const comeBack = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.install()
  await visit(page, `/payment/callback?reference=${reference}`)
  await expect.poll(() => asked).toBe(1)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  const passTime = () => page.clock.runFor(1_000)
  const notHeard = page.getByRole('status').getByText('We have not heard about your payment yet.')
  await expect.poll(() => passTime().then(() => notHeard.count())).toBe(1)
  expect(asked).toBeGreaterThan(1)
  // More often than there are retries: returning to the page does not use them up.
  await expect.poll(() => comeBack().then(() => asked)).toBeGreaterThan(7)
  expect(await heading(page, 'Verifying Payment...').count()).toBe(1)
  const again = page.getByRole('button', { name: 'Check Again' })
  await expect.poll(() => passTime().then(() => again.count())).toBe(1)
  await heading(page, 'Payment Failed').waitFor()

  Object.assign(payment, { status: 'paid', paidAt: PAID.paidAt })
  await comeBack()
  await heading(page, 'Payment Successful!').waitFor()
})

// How long the pauses between the retries are: web/checkout/verify-payment.test.ts.
test('an address without a reference, or with an unknown one, says so; an unreachable shop and a silent provider are retried, then when the shopper asks for it', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED|502|404.*\/api\/payment\/verify\/jara-0/)
  await visit(page, '/payment/callback')
  await heading(page, 'Invalid Payment Reference').waitFor()
  await page.getByText('No payment reference found. Please try again.').waitFor()
  expect(await page.getByRole('link', { name: 'Back to Checkout' }).getAttribute('href')).toBe('/checkout')

  await visit(page, `/payment/callback?trxref=jara-${'0'.repeat(40)}`)
  await heading(page, 'Payment Failed').waitFor()
  const onwards = page.getByRole('main').getByRole('link', { name: 'Continue Shopping' })
  expect(await onwards.getAttribute('href')).toBe('/products')

  const verify = '**/api/payment/verify/**'
  await page.route(verify, (route) => route.abort())
  await page.clock.install()
  await visit(page, `/payment/callback?reference=jara-${'1'.repeat(40)}`)
  await page.getByRole('status').getByText('We cannot reach the shop right now.').waitFor()
  await page.unroute(verify)
  const body = { code: 'PROVIDER_FAILED', message: 'The payment provider did not answer.' }
  await page.route(verify, (route) => route.fulfill({ status: 502, json: body }))
  const again = page.getByRole('button', { name: 'Check Again' })
  await page.clock.runFor(2_000)
  await page.getByText('Your payment is not confirmed yet.').waitFor()
  expect(await page.getByText('Please check your connection').count()).toBe(0)
  await expect.poll(() => page.clock.runFor(2_000).then(() => again.count())).toBe(1)
  await heading(page, 'Payment Failed').waitFor()

  await page.unroute(verify)
  await page.route(verify, (route) => route.fulfill({ json: { payment: PAID } }))
  await again.click()
  await heading(page, 'Payment Successful!').waitFor()
  const main = page.getByRole('main')
  expect(await hasFocus(main)).toBe(true)
  for (const text of [
    '₦1,250.50',
    'Paystack',
    '20 November 2026 at 10:05',
    'Tue 24 – Fri 27 Nov',
    'Ada Obi',
    '+2348031234567',
  ]) {
    expect(await main.getByText(text, { exact: true }).count()).toBe(1)
  }
})
