import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { addMember, openReviews, writeReview } from '#test/support/member.ts'
import { findProduct, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

async function openQuickView(page: Page, name: string): Promise<void> {
  const eye = page.getByRole('button', { name: `${name}: quick view` })
  await eye.press('Enter')
  await page.getByRole('dialog').waitFor()
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a quick view that failed to load says why and fetches again when it is reopened', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/404|ERR_FAILED/)
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/products')
  const dialog = page.getByRole('dialog')
  await page.clock.install()
  await page.route(`**/api/product/${id}`, (route) => route.abort('failed'))
  await openQuickView(page, 'Danfo Tee')
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return dialog.getByRole('alert').allTextContents()
    })
    .toEqual(['No answer from the shop. Please check your connection and try again.'])
  await closeDialog(page)

  await page.unroute(`**/api/product/${id}`)
  await page.route(`**/api/product/${id}`, (route) => route.fulfill({ status: 404, json: {} }))
  await openQuickView(page, 'Danfo Tee')
  await dialog.getByText('Product not found').waitFor()
  await closeDialog(page)

  await page.unroute(`**/api/product/${id}`)
  await openQuickView(page, 'Danfo Tee')
  await dialog.getByText('Heavy cotton with a yellow stripe.').waitFor()
})

test('a product page that failed to load says so, and loads when it is tried again', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/500|No answer from the shop/)
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/products')
  await page.clock.install()
  await page.route(`**/api/product/${id}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'Danfo Tee', exact: true }).click()
  const again = page.getByRole('main').getByRole('button', { name: 'Try Again' })
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return again.isVisible()
    })
    .toBe(true)
  await page.getByRole('heading', { name: 'Product not found', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Back to Products' }).waitFor()
  await page.unroute(`**/api/product/${id}`)
  await again.click()
  await page.getByRole('heading', { name: 'Danfo Tee', level: 1 }).waitFor()
})

test('the quick view also shows when a colour is completely sold out', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await page.route(`**/api/product/${id}`, async (route) => {
    const response = await route.fetch()
    const detail = await response.json()
    for (const entry of detail.product.stock) if (entry.color === 'white') entry.quantity = 0
    await route.fulfill({ response, json: detail })
  })
  await visit(page, '/products')
  await openQuickView(page, 'Danfo Tee')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('In Stock', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: /^white/ }).click()
  await dialog.getByText('Out of Stock', { exact: true }).waitFor()
})

test('reviews that failed to load can be asked for again, where the focus stays, or by reopening the dialog', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/404/)
  await page.route('**/api/review/*', (route) => route.fulfill({ status: 404, json: {} }))
  const dialog = await openReviews(page, journey, 'Plain Tee 50')
  const tryAgain = dialog.getByRole('button', { name: 'Try Again' })
  await dialog.getByText('Failed to load reviews').waitFor()
  await closeDialog(page)
  const refused = page.waitForResponse('**/api/review/*')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reviews/ })
    .click()
  await refused
  await tryAgain.waitFor()
  await page.unroute('**/api/review/*')
  await tryAgain.press('Enter')
  await dialog.getByText('Plain, as promised.').waitFor()
  expect(await hasFocus(dialog)).toBe(true)
})

test('a product’s score follows one’s own review despite the browser’s cache', async () => {
  const member = await addMember(journey, 'Ada Obi', 'ada@asked-again.example')
  const { page } = await journey.visitor({ member })
  const { id } = await findProduct(journey, 'Eko Cap')
  // Starts on another page, so that the browser's cache holds nothing of the product page yet.
  await visit(page, '/products')
  await page.getByRole('link', { name: 'Eko Cap', exact: true }).click()
  await page.waitForURL(`**/products/${id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Reviews/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reviews for Eko Cap' })
  await writeReview(dialog, { stars: '4 stars', comment: 'Fits my big head.' })
  await saidInPassing(page, 'Review Submitted').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await main.getByRole('img', { name: 'Rated 4.0 out of 5' }).waitFor()
  await main.getByRole('button', { name: /^Reviews/ }).click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await main.getByRole('img', { name: /^Rated/ }).waitFor({ state: 'detached' })
})
