import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { focusedLabel, hasFocus } from '#test/support/keyboard.ts'
import {
  fillShipping,
  holdRequests,
  openCheckout,
  payButton,
  person,
  pick,
  proceedToPayment,
  reload,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
const PLACES = '**/api/app-data/shipping-addresses'
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }

test('a delivery place that the shop no longer offers is marked as missing, even if another field is missing too', async () => {
  const { page, context } = await journey.visitor()
  await context.addInitScript(() => {
    const state = { place: 'Gone: Away' }
    if (localStorage.getItem('delivery-place') === null)
      localStorage.setItem('delivery-place', JSON.stringify({ state, version: 1 }))
  })
  await openCheckout(page, journey, TEE)
  const { fullName, ...rest } = person('foreign@form.example')
  await page.getByLabel('Email').fill(rest.email)
  await page.getByLabel('Phone').fill(rest.phone)
  await page.getByLabel('Address').fill(rest.address)
  await page.getByLabel('State').selectOption(rest.state)
  await page.getByLabel('City').selectOption(rest.city)
  await payButton(page).click()
  await page.getByText('Full name is required', { exact: true }).waitFor()
  const missing = page.getByText('Please select a shipping location', { exact: true })
  await missing.waitFor()
  expect(await focusedLabel(page)).toBe('Full Name')
  const toast = saidInPassing(page, 'Shipping Required')
  await toast.waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await toast.waitFor({ state: 'detached' })

  await page.getByLabel('Full Name').fill(fullName)
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
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/500/)
  const letThrough = await holdRequests(page, PLACES, refuse)
  await pick(page, journey, TEE)
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
async function openWithoutPlaces(page: Page, email: string, answer?: (route: Route) => Promise<void>) {
  await openCheckout(page, journey, TEE)
  await fillShipping(page, person(email))
  await visit(page, '/')
  const letThrough = await holdRequests(page, PLACES, answer)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByText('Loading shipping locations...').waitFor()
  return letThrough
}

const processing = (page: Page) => page.getByRole('button', { name: 'Processing...' })

test('a payment asked for before the delivery places are loaded waits for them', async () => {
  const { page } = await journey.visitor()
  const letThrough = await openWithoutPlaces(page, 'quick@form.example')
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
  const { page } = await journey.visitor()
  const letThrough = await openWithoutPlaces(page, 'on-second-thoughts@form.example')
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
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/500/)
  const letThrough = await openWithoutPlaces(page, 'no-places@form.example', refuse)
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

/** Notes what a page stores of its form from now on. Returns a function that lists it. */
async function noteStoredForms(page: Page): Promise<() => Promise<{ state: { fields: object } }[]>> {
  const noted = await page.evaluateHandle(() => {
    const values: string[] = []
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key === 'checkout-draft') values.push(value)
      setItem.call(this, key, value)
    }
    return values
  })
  return async () => (await noted.jsonValue()).map((value) => JSON.parse(value))
}

/** Takes long enough, and waits for enough, that a form has stored what it will of an earlier change. */
async function lookAtPolicy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Shipping policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shipping Policy' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

test('a shipping location chosen in another tab does not replace what was typed there', async () => {
  const { page, context } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  const other = await context.newPage()
  await visit(other, '/checkout')
  await payButton(other).waitFor()
  const listStored = await noteStoredForms(other)
  await page.bringToFront()
  const { fullName, address } = person('tabs@form.example')
  await fillShipping(page, person('tabs@form.example'))
  const place = other.getByLabel('Shipping Location')
  await expect.poll(() => place.inputValue()).toBe('Lagos: Yaba')
  await lookAtPolicy(other)
  expect(await listStored()).toEqual([])
  await reload(page)
  await payButton(page).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe(fullName)
  expect(await page.getByLabel('Address').inputValue()).toBe(address)
  expect(await page.getByLabel('Shipping Location').inputValue()).toBe('Lagos: Yaba')

  await page.getByLabel('Shipping Location').selectOption('')
  await expect.poll(() => place.inputValue()).toBe('')
  await lookAtPolicy(other)
  const stored = await listStored()
  expect(stored.map(({ state }) => state.fields)).toEqual([
    expect.objectContaining({ fullName, address, shippingLocation: '' }),
  ])
  await reload(page)
  await payButton(page).waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe(address)
  expect(await page.getByLabel('Shipping Location').inputValue()).toBe('')
})
