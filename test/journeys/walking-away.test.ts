import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  fillShipping,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  stockOf,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

async function expectCheckoutAsLeft(page: Page): Promise<void> {
  await payButton(page).waitFor()
  await page.getByText(/^Held for you until \d\d:\d\d$/).waitFor()
  expect(await payButton(page).getAttribute('aria-disabled')).toBeNull()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')
  expect(await page.getByLabel('State').inputValue()).toBe('Lagos')
  expect(await page.getByLabel('City').inputValue()).toBe('Ikeja')
  expect(await page.getByLabel('Shipping Location').inputValue()).toBe('Lagos: Yaba')
}

test.each([
  ['by cancelling', (page: Page) => page.getByRole('button', { name: 'Cancel payment' }).click()],
  ['by the Back button', (page: Page) => page.goBack()],
])('who walks away %s comes back to the same checkout, and pays once', async (how, walkAway) => {
  const { page } = await journey.visitor()
  const before = (await stockOf(journey, 'Danfo Tee'))['black M'] ?? 0
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'M' })
  await visit(page, '/checkout')
  await fillShipping(page, person(`walked-${how.length}@guest.example`))
  await proceedToPayment(page)
  const paymentPage = page.url()
  await walkAway(page)
  await expectCheckoutAsLeft(page)

  await proceedToPayment(page)
  expect(page.url()).toBe(paymentPage)
  await payWithTestCard(page)
  expect((await stockOf(journey, 'Danfo Tee'))['black M']).toBe(before - 1)
})

test('a changed cart is paid as it was changed', async () => {
  const { page } = await journey.visitor()
  const before = await stockOf(journey, 'Danfo Tee')
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await visit(page, '/checkout')
  await fillShipping(page, person('changed@guest.example'))
  await proceedToPayment(page)
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await page.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('main').getByText('₦38,500').waitFor()
  expect(await stockOf(journey, 'Danfo Tee')).toEqual({ ...before, 'black S': (before['black S'] ?? 0) - 2 })
})

test('who comes Back after paying finds the receipt, not another bill', async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('back-after@guest.example'))
  await proceedToPayment(page)
  // Paid, but the answer that leads back to the shop is lost on the way.
  const paid = await page.context().request.post(`${page.url()}/test-card`, {
    form: { card: 'success' },
    maxRedirects: 0,
  })
  expect(paid.status()).toBe(303)

  await page.goBack()
  await page.waitForURL('**/payment/callback**')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
})

test('a page that the browser kept in memory is usable again when it is shown again', async () => {
  const { page } = await journey.visitor()
  await page.route('**/sandbox/checkout/**', (route) => route.abort('aborted'))
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('memory@guest.example'))
  const left = page.waitForEvent('requestfailed', (request) => request.url().includes('/sandbox/checkout/'))
  await payButton(page).click()
  await left
  await page.getByRole('button', { name: 'Processing...' }).waitFor()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await payButton(page).waitFor()
  await page.getByText(/^Held for you until/).waitFor()
  await page.unrouteAll()
  await proceedToPayment(page)
})
