import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { findProduct, saidInPassing, untilAlive, visit } from '#test/support/shopper.ts'

const journey = openJourney()

/** As after an update of the shop: the files that the open page has not loaded yet are gone. The next page has its own. */
async function outlive(page: Page): Promise<void> {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route('**/assets/*.js', (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
}

test('a page older than the shop’s update is renewed when it cannot say what a press has done', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/404/)
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}?color=black&size=S`)
  await outlive(page)
  const add = page.getByRole('button', { name: 'ADD TO CART' })
  const renewed = page.waitForEvent('load')
  await add.click()
  await renewed
  await untilAlive(page)
  await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).waitFor()
  await add.click()
  await saidInPassing(page, 'Added to Cart').waitFor()
  await page.getByRole('button', { name: 'Cart, 2 items', exact: true }).waitFor()
})

test('a page older than the shop’s update still opens its panels', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/404/)
  await visit(page, '/products')
  await outlive(page)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('dialog').getByText('Your cart is empty').waitFor()
})
