import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  fillShipping,
  heading,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
} from '#test/support/shopper.ts'

const journey = openJourney()

/** As browsers do that may keep nothing for a site: the very mention of its storage throws; a web view may have none. */
const REFUSING = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get: () => { throw new DOMException('Access is denied', 'SecurityError') } })`
const NONE = `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })`

test.each([
  ['refuses to keep anything', REFUSING],
  ['has no storage', NONE],
])('whose browser %s can buy all the same', async (_, script) => {
  const { page, context } = await journey.visitor()
  await context.addInitScript(script)
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await heading(page, 'Checkout').waitFor()
  await fillShipping(page, person('no-storage@guest.example'))
  await proceedToPayment(page)
  await payWithTestCard(page)
  expect(await page.title()).toBe('Payment successful | Jara')
})
