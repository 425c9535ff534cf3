import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  heading,
  payButton,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  shownReference,
  shownStockOf,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

test('after a declined card the cart and the form are unchanged, and another card pays', async () => {
  const { page } = await journey.visitor({
    cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }],
    typed: person('declined@guest.example'),
  })
  const before = await shownStockOf(journey, 'Danfo Tee')
  await visit(page, '/checkout')
  await proceedToPayment(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await heading(page, 'Payment not made').waitFor()
  await page.getByRole('button', { name: 'Cancel payment' }).click()

  await saidInPassing(page, 'Payment cancelled, nothing was charged.').waitFor()
  await page.waitForURL('**/checkout')
  await payButton(page).waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')
  expect(await page.getByLabel('City').inputValue()).toBe('Ikeja')
  expect(await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).count()).toBe(1)
  await proceedToPayment(page)
  await payWithTestCard(page)
  expect(await shownStockOf(journey, 'Danfo Tee')).toEqual({
    ...before,
    'black S': (before['black S'] ?? 0) - 1,
  })
})

test('a failed payment says so, and leads back to the checkout with the cart still full', async () => {
  const { page } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    typed: person('failed@guest.example'),
  })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const reference = await shownReference(page)
  await page.getByRole('button', { name: 'Insufficient funds' }).click()
  await heading(page, 'Payment not made').waitFor()

  await visit(page, `/payment/callback?reference=${reference}`)
  await heading(page, 'Payment Failed').waitFor()
  await page.getByText("We couldn't verify your payment. Please try again or contact support.").waitFor()
  await expect.poll(() => page.title()).toBe('Payment failed | Jara')
  await page.getByRole('link', { name: 'Back to Checkout' }).click()
  await payButton(page).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Eko Cap' }).count()).toBe(1)
})

test('a URL without a reference, or with an unknown one, says so', { tags: ['2.9'] }, async () => {
  const { page, expectComplaint } = await journey.visitor()
  await visit(page, '/payment/callback')
  await heading(page, 'Invalid Payment Reference').waitFor()
  await page.getByText('No payment reference found. Please try again.').waitFor()
  expect(await page.getByRole('link', { name: 'Back to Checkout' }).getAttribute('href')).toBe('/checkout')

  expectComplaint(/404.*\/api\/payment\/verify\/jara-0/)
  await visit(page, `/payment/callback?trxref=jara-${'0'.repeat(40)}`)
  await heading(page, 'Payment Failed').waitFor()
  expect(
    await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).getAttribute('href'),
  ).toBe('/products')
})

test('while the bank is processing, the page waits, says so, and turns into the receipt by itself', async () => {
  const { page, context } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    typed: person('in-flight@guest.example'),
  })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const reference = await shownReference(page)
  await page.getByRole('button', { name: 'Card with bank page' }).click()
  await page.getByRole('button', { name: /approve/i }).waitFor()

  const waiting = await context.newPage()
  await visit(waiting, `/payment/callback?reference=${reference}`)
  await heading(waiting, 'Verifying Payment...').waitFor()
  await waiting.getByRole('status').getByText('Your bank is still working on this payment.').waitFor()
  await page.getByRole('button', { name: /approve/i }).click()
  await heading(page, 'Payment Successful!').waitFor()
  await heading(waiting, 'Payment Successful!').waitFor()
})

test('after a declined card, one that the bank is still processing is not reported as failed', async () => {
  const { page, context } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    typed: person('second-card@guest.example'),
  })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const reference = await shownReference(page)
  await page.getByRole('button', { name: 'Insufficient funds' }).click()
  await heading(page, 'Payment not made').waitFor()
  const returned = await context.newPage()
  await visit(returned, `/payment/callback?reference=${reference}`)
  await heading(returned, 'Payment Failed').waitFor()

  await page.getByRole('button', { name: 'Card with bank page' }).click()
  await page.getByRole('button', { name: /approve/i }).waitFor()
  await visit(returned, `/payment/callback?reference=${reference}`)
  await returned.getByRole('status').getByText('Please do not pay again.').waitFor()
  await page.getByRole('button', { name: /approve/i }).click()
  await heading(returned, 'Payment Successful!').waitFor()
})

test('a late payment is still found, even over a connection that hangs', async () => {
  const { page } = await journey.visitor()
  const reference = `jara-${'2'.repeat(40)}`
  const verify = '**/api/payment/verify/**'
  const payment = {
    status: 'pending',
    reference,
    email: 'late@guest.example',
    amount: 9_000,
    channel: null,
    paidAt: null,
    arrival: null,
    inFlight: false,
    holdExpiresAt: null,
    customer: null,
  }
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

  Object.assign(payment, { status: 'paid', paidAt: '2026-11-20T09:05:00.000Z' })
  await comeBack()
  await heading(page, 'Payment Successful!').waitFor()
})

test('a provider that does not respond is not reported as a connection error, and is retried', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/502/)
  expectComplaint(/404/)
  const body = { code: 'PROVIDER_FAILED', message: 'The payment provider did not answer.' }
  await page.route('**/api/payment/verify/**', (route) => route.fulfill({ status: 502, json: body }))
  await page.clock.install()
  await visit(page, `/payment/callback?reference=jara-${'3'.repeat(40)}`)
  await page.getByText('Your payment is not confirmed yet.').waitFor()
  expect(await page.getByText('Please check your connection').count()).toBe(0)
  await page.unrouteAll()
  await page.clock.runFor(2_000)
  await heading(page, 'Payment Failed').waitFor()
})

test('an unreachable shop is retried with increasing delays, then when the shopper asks for it', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED/)
  const verify = `**/api/payment/verify/**`
  await page.route(verify, (route) => route.abort())
  let failures = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/payment/verify/')) failures += 1
  })
  await page.clock.install()
  const first = page.waitForRequest(verify)
  await visit(page, `/payment/callback?reference=jara-${'1'.repeat(40)}`)
  await first
  await page.getByRole('status').getByText('We cannot reach the shop right now.').waitFor()
  for (const pauseMs of [2_000, 4_000, 8_000, 16_000]) {
    const before = failures
    await page.clock.runFor(pauseMs)
    if (failures < 5) await expect.poll(() => failures).toBeGreaterThan(before)
  }
  await heading(page, 'Payment Failed').waitFor()

  await page.unroute(verify)
  await page.route(verify, (route) =>
    route.fulfill({
      json: {
        payment: {
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
        },
      },
    }),
  )
  await page.getByRole('button', { name: 'Check Again' }).click()
  await heading(page, 'Payment Successful!').waitFor()
  expect(await hasFocus(page.getByRole('main'))).toBe(true)
  const main = page.getByRole('main')
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
