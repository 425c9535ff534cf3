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
      await page.clock.fastForward(1_000)
      return isSo()
    })
    .toBe(true)

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const waitForRetries = (page: Page, said: string) =>
  passTime(page, () => page.getByRole('alert').filter({ hasText: said }).isVisible())

test('a list, a product, a quick view and reviews that the network has lost come by themselves, and no focus is lost', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(LOST)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const name = page.getByRole('heading', { name: 'Danfo Tee', level: 1 })
  await page.clock.install()
  await visit(page, '/login')
  const findList = await loseEveryResponse(page)
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).click()
  await waitForRetries(page, 'Failed to load products')
  const tryAgain = main.getByRole('button', { name: 'Try Again' })
  await tryAgain.focus()
  await whileItAsks(page)
  expect(await hasFocus(tryAgain)).toBe(true)
  await findList()
  await passTime(page, () => page.getByRole('article').first().isVisible())
  await expect.poll(() => hasFocus(main)).toBe(true)

  const findQuickView = await loseEveryResponse(page)
  await page.getByRole('button', { name: 'Okada Jacket: quick view' }).press('Enter')
  await waitForRetries(page, 'No answer from the shop')
  await findQuickView()
  await passTime(page, () => dialog.getByText('Waxed, with one more pocket than you need.').isVisible())
  expect(await hasFocusWithin(dialog)).toBe(true)
  await closeDialog(page)

  const findTee = await loseEveryResponse(page)
  await page.getByRole('link', { name: 'Danfo Tee', exact: true }).click()
  await waitForRetries(page, 'Product not found')
  await page.getByRole('link', { name: 'Back to Products' }).focus()
  await findTee()
  await passTime(page, () => name.isVisible())
  await expect.poll(() => page.title()).toMatch(/^Danfo Tee/)
  await expect.poll(() => hasFocus(main)).toBe(true)

  const findReviews = await loseEveryResponse(page)
  await main.getByRole('button', { name: /^Reviews/ }).click()
  await waitForRetries(page, 'Failed to load reviews')
  await dialog.getByRole('button', { name: 'Try Again' }).focus()
  await findReviews()
  await passTime(page, () => dialog.getByText(/^Based on/).isVisible())
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

test('a dialog or a page that was left and is opened again does not wait for its old request', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const reopen = async (opener: Locator, addresses: string) => {
    await hangOnce(page, addresses)
    const asked = page.waitForRequest(addresses)
    await opener.press('Enter')
    await asked
    await closeDialog(page)
    await opener.press('Enter')
  }
  const comeBack = async (name: string, open: (card: Locator) => Promise<void>) => {
    const { id } = await findProduct(journey, name)
    const card = page.getByRole('link', { name, exact: true })
    await hangOnce(page, `**/api/product/${id}`)
    const asked = page.waitForRequest(`**/api/product/${id}`)
    await open(card)
    await asked
    await card.waitFor({ state: 'hidden' })
    await page.goBack()
    await card.waitFor()
    await expect.poll(() => hasFocus(card)).toBe(true)
    await card.press('Enter')
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  const { id } = await findProduct(journey, 'Okada Jacket')
  await visit(page, '/products')
  await reopen(page.getByRole('button', { name: 'Okada Jacket: quick view' }), `**/api/product/${id}`)
  await dialog.getByText('Waxed, with one more pocket than you need.').waitFor()
  await closeDialog(page)

  await comeBack('Danfo Tee', (card) => card.press('Enter'))
  await reopen(main.getByRole('button', { name: /^Reviews/ }), '**/api/review/**')
  await dialog.getByText(/^Based on/).waitFor()
  await closeDialog(page)
  await page.goBack()

  // A pointer has loaded it ahead.
  await comeBack('Eko Cap', async (card) => {
    const ahead = page.waitForRequest('**/api/product/*')
    await card.hover()
    await ahead
    await card.click()
  })
})

test('another choice, a quick view, a product and reviews that failed can be asked for again', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({
    cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }],
  })
  expectComplaint(/404|500|No answer from the shop/)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const fail = async (addresses: string, status: number) => {
    await page.route(addresses, (route) => route.fulfill({ status, json: {} }))
    return () => page.unroute(addresses)
  }
  const failProduct = async (name: string, status: number) =>
    fail(`**/api/product/${(await findProduct(journey, name)).id}`, status)
  const tryAgain = async (within: Locator, mend: () => Promise<void>) => {
    const button = within.getByRole('button', { name: 'Try Again' })
    await passTime(page, () => button.isVisible())
    await mend()
    await button.press('Enter')
  }
  await page.clock.install()
  await visit(page, '/products')
  const mendChoice = await failProduct('Danfo Tee', 500)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await dialog.getByRole('button', { name: /^Change/ }).click()
  await tryAgain(dialog, mendChoice)
  await dialog.getByRole('combobox').first().waitFor()
  await closeDialog(page)

  const mendQuickView = await failProduct('Okada Jacket', 404)
  const eye = page.getByRole('button', { name: 'Okada Jacket: quick view' })
  await eye.press('Enter')
  await dialog.getByText('Product not found').waitFor()
  await closeDialog(page)
  await mendQuickView()
  await eye.press('Enter')
  await dialog.getByText('Waxed, with one more pocket than you need.').waitFor()
  expect(await hasFocusWithin(dialog)).toBe(true)
  await closeDialog(page)

  const mendProduct = await failProduct('Eko Cap', 500)
  await page.getByRole('link', { name: 'Eko Cap', exact: true }).click()
  await tryAgain(main, mendProduct)
  await page.getByRole('heading', { name: 'Eko Cap', level: 1 }).waitFor()

  const mendReviews = await fail('**/api/review/*', 404)
  const reviews = main.getByRole('button', { name: /^Reviews/ })
  await reviews.click()
  await dialog.getByText('Failed to load reviews').waitFor()
  await closeDialog(page)
  const refused = page.waitForResponse('**/api/review/*')
  await reviews.click()
  await refused
  await tryAgain(dialog, mendReviews)
  await dialog.getByText(/^Based on/).waitFor()
  expect(await hasFocus(dialog)).toBe(true)
})
