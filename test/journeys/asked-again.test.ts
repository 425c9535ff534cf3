import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { openReviews } from '#test/support/member.ts'
import { findProduct, visit } from '#test/support/shopper.ts'

const journey = openJourney()

async function openQuickView(page: Page, name: string): Promise<void> {
  const eye = page.getByRole('button', { name: `${name}: quick view` })
  await eye.press('Enter')
  await page.getByRole('dialog').waitFor()
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a quick view that failed asks again when it is opened again, and says what failed', async () => {
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

test('a colour that is wholly sold out is said to be so in the quick view too', async () => {
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

test('reviews that failed are asked for again with the next opening', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/404/)
  await page.route('**/api/review/*', (route) => route.fulfill({ status: 404, json: {} }))
  const dialog = await openReviews(page, journey, 'Plain Tee 50')
  await dialog.getByText('Failed to load reviews').waitFor()
  await closeDialog(page)
  await page.unroute('**/api/review/*')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reviews/ })
    .click()
  await dialog.getByText('Plain, as promised.').waitFor()
})
