import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  countRequests,
  fillShipping,
  holdRequests,
  payButton,
  person,
  reload,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const PLACES = '**/api/app-data/shipping-addresses'
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }

/** Unlike after a lost response, the page does not repeat a request by itself after a refusal. */
const refuse = (route: Route) => route.fulfill({ status: 500, json: {} })

const processing = (page: Page) => page.getByRole('button', { name: 'Processing...' })

test('a payment asked for before the delivery places are loaded waits for them, unless something is changed meanwhile; places that fail to load say so and can be retried', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({
    cart: [TEE],
    typed: person('quick@form.example'),
  })
  expectComplaint(/500/)
  await visit(page, '/login')
  const fail = await holdRequests(page, PLACES, refuse)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const loading = page.getByText('Loading shipping locations...')
  await loading.waitFor()
  const sent = countRequests(page, '**/api/payment/initialize')
  for (const change of [
    () => page.getByLabel('Address').fill('4'),
    () => page.getByRole('button', { name: /^One more of Danfo Tee/ }).click(),
  ]) {
    await payButton(page).click()
    await processing(page).waitFor()
    await change()
    await payButton(page).waitFor()
  }
  await payButton(page).click()
  await processing(page).waitFor()
  fail()
  await page.getByText('Failed to load shipping locations').waitFor()
  await payButton(page).waitFor()
  const place = page.getByLabel('Shipping Location')
  await expect.poll(() => hasFocus(place)).toBe(true)
  await page.unroute(PLACES)

  const letThrough = await holdRequests(page, PLACES)
  await page.getByRole('button', { name: 'Try Again' }).click()
  expect(await hasFocus(place)).toBe(true)
  await loading.waitFor()
  await page.getByLabel('Full Name').fill('')
  await payButton(page).click()
  await page.getByText('Full name is required').waitFor()
  await page.getByLabel('Full Name').fill('Ada Obi')
  await payButton(page).click()
  await processing(page).waitFor()
  expect(await place.getAttribute('aria-invalid')).not.toBe('true')
  expect(sent()).toBe(0)
  letThrough()
  await page.waitForURL('**/sandbox/checkout/**')
  expect(sent()).toBe(1)
})

test('a shipping location chosen in another tab does not replace what was typed there', {
  tags: ['whole'],
}, async () => {
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
