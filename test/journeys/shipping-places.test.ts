import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { focusedLabel, hasFocus } from '#test/support/keyboard.ts'
import {
  fillShipping,
  holdRequests,
  payButton,
  person,
  proceedToPayment,
  reload,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const PLACES = '**/api/app-data/shipping-addresses'
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }

test('a delivery place that the shop no longer offers is marked as missing, even if another field is missing too', async () => {
  const { page } = await journey.visitor({
    cart: [TEE],
    typed: { ...person('foreign@form.example'), fullName: '' },
    place: 'Gone: Away',
  })
  await visit(page, '/checkout')
  await payButton(page).click()
  await page.getByText('Full name is required', { exact: true }).waitFor()
  const missing = page.getByText('Please select a shipping location', { exact: true })
  await missing.waitFor()
  expect(await focusedLabel(page)).toBe('Full Name')
  const toast = saidInPassing(page, 'Shipping Required')
  await toast.waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await toast.waitFor({ state: 'detached' })

  await page.getByLabel('Full Name').fill('Ada Obi')
  await payButton(page).click()
  await toast.waitFor()
  await missing.waitFor()
  expect(await focusedLabel(page)).toBe('Shipping Location')
  await page.getByLabel('Shipping Location').selectOption('Lagos: Yaba')
  await proceedToPayment(page)
})

/** Unlike after a lost response, the page does not repeat a request by itself after a refusal. */
const refuse = (route: Route) => route.fulfill({ status: 500, json: {} })

test('delivery places that fail to load say so and can be retried', { tags: ['8.31'] }, async () => {
  const { page, expectComplaint } = await journey.visitor({ cart: [TEE] })
  expectComplaint(/500/)
  const letThrough = await holdRequests(page, PLACES, refuse)
  await visit(page, '/login')
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByText('Loading shipping locations...').waitFor()
  letThrough()
  await page.getByText('Failed to load shipping locations').waitFor()
  await page.unroute(PLACES)
  await page.getByRole('button', { name: 'Try Again' }).click()
  expect(await hasFocus(page.getByLabel('Shipping Location'))).toBe(true)
  await page.getByLabel('Shipping Location').selectOption('Lagos: Yaba')
})

/** The checkout of somebody who has filled it in before, reached within the page while its delivery places are loading. */
async function openWithoutPlaces(email: string, answer?: (route: Route) => Promise<void>) {
  const visitor = await journey.visitor({ cart: [TEE], typed: person(email) })
  const { page } = visitor
  await visit(page, '/login')
  const letThrough = await holdRequests(page, PLACES, answer)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByText('Loading shipping locations...').waitFor()
  return { ...visitor, letThrough }
}

const processing = (page: Page) => page.getByRole('button', { name: 'Processing...' })

test('a payment asked for before the delivery places are loaded waits for them', async () => {
  const { page, letThrough } = await openWithoutPlaces('quick@form.example')
  await page.getByLabel('Full Name').fill('')
  await payButton(page).click()
  await page.getByText('Full name is required').waitFor()
  await page.getByLabel('Full Name').fill('Ada Obi')
  await payButton(page).click()
  await processing(page).waitFor()
  expect(await page.getByLabel('Shipping Location').getAttribute('aria-invalid')).not.toBe('true')
  letThrough()
  await page.waitForURL('**/sandbox/checkout/**')
})

test('whoever changes something while a payment waits for the delivery places asks for it again', async () => {
  const { page, letThrough } = await openWithoutPlaces('on-second-thoughts@form.example')
  const changes = [
    () => page.getByLabel('Address').fill('4'),
    () => page.getByRole('button', { name: /^One more of Danfo Tee/ }).click(),
  ]
  for (const change of changes) {
    await payButton(page).click()
    await processing(page).waitFor()
    await change()
    await payButton(page).waitFor()
  }
  let timesSent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/payment/')) timesSent += 1
  })
  letThrough()
  await page.getByText('Pick the place nearest to you').waitFor()
  await payButton(page).waitFor()
  expect(timesSent).toBe(0)
  await proceedToPayment(page)
})

test('a payment that waits for delivery places which fail to load is not sent', async () => {
  const { page, expectComplaint, letThrough } = await openWithoutPlaces('no-places@form.example', refuse)
  expectComplaint(/500/)
  await payButton(page).click()
  await processing(page).waitFor()
  letThrough()
  await page.getByText('Failed to load shipping locations').waitFor()
  await payButton(page).waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Shipping Location'))).toBe(true)
  await page.unroute(PLACES)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByText('Pick the place nearest to you').waitFor()
  await proceedToPayment(page)
})

test('a shipping location chosen in another tab does not replace what was typed there', async () => {
  const { page, context } = await journey.visitor({ cart: [TEE] })
  await visit(page, '/checkout')
  const other = await context.newPage()
  await visit(other, '/checkout')
  await payButton(other).waitFor()
  await page.bringToFront()
  const { fullName, address } = person('tabs@form.example')
  await fillShipping(page, person('tabs@form.example'))
  await expect.poll(() => other.getByLabel('Shipping Location').inputValue()).toBe('Lagos: Yaba')
  // By now that form, which is empty otherwise, would have stored what it has.
  await other.getByRole('button', { name: 'Shipping policy' }).click()
  await other.getByRole('dialog', { name: 'Shipping Policy' }).waitFor()
  await reload(page)
  await payButton(page).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe(fullName)
  expect(await page.getByLabel('Address').inputValue()).toBe(address)
  expect(await page.getByLabel('Shipping Location').inputValue()).toBe('Lagos: Yaba')
})
