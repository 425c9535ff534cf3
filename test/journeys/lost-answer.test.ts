import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { addMember, logIn } from '#test/support/member.ts'
import { findProduct, heading, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const LOST = /ERR_FAILED/
const UNANSWERED = ['**/api/**', '**/healthz']

/** From now on nothing that the page asks for is answered, although the browser reports a network. */
async function loseEveryAnswer(page: Page): Promise<() => Promise<void>> {
  for (const addresses of UNANSWERED) await page.route(addresses, (route) => route.abort())
  return async () => {
    for (const addresses of UNANSWERED) await page.unroute(addresses)
  }
}

/** The page asks whether the shop is there, ten seconds after the last time. */
async function whileItAsks(page: Page): Promise<void> {
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
  await page.clock.fastForward(10_000)
  await asked
}

const waitForRetries = (page: Page, said: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return page.getByRole('alert').filter({ hasText: said }).isVisible()
    })
    .toBe(true)

test('a list that the network has lost comes once the network carries it, and the focus is not lost with the failure', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(LOST)
  await visit(page, '/login')
  await page.clock.install()
  const find = await loseEveryAnswer(page)
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).click()
  await waitForRetries(page, 'Failed to load products')
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try Again' })
  await tryAgain.focus()
  await whileItAsks(page)
  await whileItAsks(page)
  expect(await hasFocus(tryAgain)).toBe(true)
  await find()
  await page.clock.fastForward(10_000)
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
})

test('orders that the network has lost come by themselves', async () => {
  const { email } = await addMember(journey, 'Ada Obi', 'ada@lost-answer.example')
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(LOST)
  await logIn(page, email)
  await page.clock.install()
  const find = await loseEveryAnswer(page)
  await page.getByRole('link', { name: 'Copped' }).click()
  await waitForRetries(page, 'Failed to load orders')
  await find()
  await page.clock.fastForward(10_000)
  await heading(page, 'No orders yet').waitFor()
})

test('a quick view and reviews that the network has lost come into their open dialogs', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(LOST)
  const dialog = page.getByRole('dialog')
  await visit(page, '/products')
  await page.clock.install()
  const findProductAgain = await loseEveryAnswer(page)
  await page.getByRole('button', { name: 'Danfo Tee: quick view' }).press('Enter')
  await waitForRetries(page, 'No answer from the shop')
  await findProductAgain()
  await page.clock.fastForward(10_000)
  await dialog.getByText('Heavy cotton with a yellow stripe.').waitFor()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)

  const { id } = await findProduct(journey, 'Plain Tee 50')
  await visit(page, `/products/${id}`)
  const findReviews = await loseEveryAnswer(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /review/i })
    .first()
    .click()
  await waitForRetries(page, 'Failed to load reviews')
  await dialog.getByRole('button', { name: 'Try Again' }).focus()
  await findReviews()
  await page.clock.fastForward(10_000)
  await dialog.getByText('Plain, as promised.').waitFor()
  expect(await hasFocus(dialog)).toBe(true)
})
