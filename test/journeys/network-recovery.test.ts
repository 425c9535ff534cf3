import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus, hasFocusWithin } from '#test/support/keyboard.ts'
import { findProduct, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const LOST = /ERR_FAILED/
const UNANSWERED = ['**/api/**', '**/healthz']

/** From now on no request of the page gets a response, although the browser reports a network. */
async function loseEveryResponse(page: Page): Promise<() => Promise<void>> {
  for (const addresses of UNANSWERED) await page.route(addresses, (route) => route.abort())
  return async () => {
    for (const addresses of UNANSWERED) await page.unroute(addresses)
  }
}

/** The page asks whether the shop is there. */
async function whileItAsks(page: Page): Promise<void> {
  let hasAsked = false
  const asked = page
    .waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
    .then(() => {
      hasAsked = true
    })
  await passTime(page, async () => hasAsked)
  await asked
}

/** Seconds of the page's clock pass until it is so. */
const passTime = (page: Page, isSo: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return isSo()
    })
    .toBe(true)

const waitForRetries = (page: Page, said: string) =>
  passTime(page, () => page.getByRole('alert').filter({ hasText: said }).isVisible())

test('a list that the network has lost comes once the network carries it, and the focus is not lost with the failure', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(LOST)
  await visit(page, '/login')
  await page.clock.install()
  const find = await loseEveryResponse(page)
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).click()
  await waitForRetries(page, 'Failed to load products')
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try Again' })
  await tryAgain.focus()
  await whileItAsks(page)
  expect(await hasFocus(tryAgain)).toBe(true)
  await find()
  await passTime(page, () => page.getByRole('article').first().isVisible())
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
})

test('a product that the network has lost comes by itself, under its own title', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(LOST)
  await visit(page, '/products')
  await page.clock.install()
  const find = await loseEveryResponse(page)
  await page.getByRole('link', { name: 'Danfo Tee', exact: true }).click()
  await waitForRetries(page, 'Product not found')
  await page.getByRole('link', { name: 'Back to Products' }).focus()
  await find()
  await passTime(page, () => page.getByRole('heading', { name: 'Danfo Tee', level: 1 }).isVisible())
  await expect.poll(() => page.title()).toMatch(/^Danfo Tee/)
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
})

test('a quick view and reviews that the network has lost come into their open dialogs', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(LOST)
  const dialog = page.getByRole('dialog')
  await visit(page, '/products')
  await page.clock.install()
  const findProductAgain = await loseEveryResponse(page)
  await page.getByRole('button', { name: 'Danfo Tee: quick view' }).press('Enter')
  await waitForRetries(page, 'No answer from the shop')
  await findProductAgain()
  await passTime(page, () => dialog.getByText('Heavy cotton with a yellow stripe.').isVisible())
  expect(await hasFocusWithin(dialog)).toBe(true)

  const { id } = await findProduct(journey, 'Plain Tee 50')
  await visit(page, `/products/${id}`)
  const findReviews = await loseEveryResponse(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /review/i })
    .first()
    .click()
  await waitForRetries(page, 'Failed to load reviews')
  await dialog.getByRole('button', { name: 'Try Again' }).focus()
  await findReviews()
  await passTime(page, () => dialog.getByText('Plain, as promised.').isVisible())
  expect(await hasFocus(dialog)).toBe(true)
})

/**
 * The next request for these addresses never gets a response. Nor does the page ever learn that the shop is there again: nothing but
 * the shopper's next step may ask again.
 */
async function hangOnce(page: Page, addresses: string): Promise<void> {
  await page.route('**/healthz', () => {})
  await page.route(addresses, () => {}, { times: 1 })
}

test('a dialog that is closed and opened again does not wait for its old request', async () => {
  const { page } = await journey.visitor()
  const dialog = page.getByRole('dialog')
  const reopen = async (opener: Locator, addresses: string) => {
    await hangOnce(page, addresses)
    const asked = page.waitForRequest(addresses)
    await opener.press('Enter')
    await asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await opener.press('Enter')
  }
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/products')
  await reopen(page.getByRole('button', { name: 'Danfo Tee: quick view' }), `**/api/product/${id}`)
  await dialog.getByText('Heavy cotton with a yellow stripe.').waitFor()

  const reviewed = await findProduct(journey, 'Plain Tee 50')
  await visit(page, `/products/${reviewed.id}`)
  await reopen(
    page
      .getByRole('main')
      .getByRole('button', { name: /review/i })
      .first(),
    '**/api/review/**',
  )
  await dialog.getByText('Plain, as promised.').waitFor()
})

test.each([
  ['the keyboard', (card: Locator) => card.press('Enter')],
  [
    'a pointer, which has loaded it ahead,',
    async (card: Locator) => {
      const ahead = card.page().waitForRequest('**/api/product/*')
      await card.hover()
      await ahead
      await card.click()
    },
  ],
])('a page that was left and is opened again with %s does not wait for its old request', async (_, open) => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/products')
  const card = page.getByRole('link', { name: 'Danfo Tee', exact: true })
  await hangOnce(page, `**/api/product/${id}`)
  const asked = page.waitForRequest(`**/api/product/${id}`)
  await open(card)
  await asked
  await card.waitFor({ state: 'hidden' })
  await page.goBack()
  await card.waitFor()
  await expect.poll(() => hasFocus(card)).toBe(true)
  await card.press('Enter')
  await page.getByRole('heading', { name: 'Danfo Tee', level: 1 }).waitFor()
})

test('a quick view and another choice that failed can be asked for again', async () => {
  const { page, expectComplaint } = await journey.visitor({
    cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }],
  })
  expectComplaint(/500/)
  const dialog = page.getByRole('dialog')
  const { id } = await findProduct(journey, 'Danfo Tee')
  const fail = () => page.route(`**/api/product/${id}`, (route) => route.fulfill({ status: 500, json: {} }))
  const tryAgain = async () => {
    const button = dialog.getByRole('button', { name: 'Try Again' })
    await button.waitFor()
    await page.unroute(`**/api/product/${id}`)
    await button.press('Enter')
  }
  await visit(page, '/products')
  await fail()
  await page.getByRole('button', { name: 'Danfo Tee: quick view' }).press('Enter')
  await tryAgain()
  await dialog.getByText('Heavy cotton with a yellow stripe.').waitFor()
  expect(await hasFocusWithin(dialog)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await visit(page, '/checkout')
  await fail()
  await page.getByRole('button', { name: /^Cart/ }).click()
  await dialog.getByRole('button', { name: /^Change/ }).click()
  await tryAgain()
  await dialog.getByRole('combobox').first().waitFor()
})
