import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  countDocuments,
  findProduct,
  heading,
  payButton,
  saidInPassing,
  untilAlive,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

test('a panel whose script cannot be fetched says so, and opens once the network is back', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await visit(page, '/login')
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByText('That is not on this device yet').waitFor()
  await heading(page, 'Welcome Back').waitFor()
  await context.setOffline(false)
  await page.getByRole('dialog').getByText('Your cart is empty').waitFor()
})

test('a screen whose script, and its own error screen with it, cannot be fetched, comes once the network is back', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await visit(page, '/login')
  expectComplaint(/ERR_INTERNET_DISCONNECTED|of undefined/)
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).click()
  await heading(page, 'You are offline').waitFor()
  await context.setOffline(false)
  await heading(page, 'All Merch').waitFor()
})

test('a page whose own script cannot be fetched says so, and is loaded again once it can be', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED/)
  await page.clock.install()
  await page.route('**/assets/framework-*.js', (route) => route.abort())
  const loads = countDocuments(page)
  await page.goto('/login')
  const cart = page.getByRole('button', { name: /^Cart/ })
  await page.getByRole('status').filter({ hasText: 'The network is not responding.' }).waitFor()
  await cart.click()
  expect(loads()).toBe(1)
  await page.unroute('**/assets/framework-*.js')
  await page.clock.fastForward(5_000)
  await expect.poll(loads).toBe(2)
  await untilAlive(page)
  await cart.click()
  await page.getByRole('dialog').getByText('Your cart is empty').waitFor()
  await page.getByText('The network is not responding.').waitFor({ state: 'detached' })
})

test('what Buy Now replaced can be had back, even if the checkout cannot be loaded', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor({
    cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }],
  })
  const { id } = await findProduct(journey, 'Eko Cap')
  await visit(page, `/products/${id}`)
  // So that the messages are there.
  await page.getByRole('main').getByRole('button', { name: 'Eko Cap: wishlist' }).click()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  expectComplaint(/ERR_INTERNET_DISCONNECTED|of undefined/)
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Buy Now' }).click()
  await heading(page, 'You are offline').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await context.setOffline(false)
  await payButton(page).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).waitFor()
})

test('a document whose screen’s script is lost says so, and comes when it is tried again', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED|dynamically imported module/)
  await page.route('**/assets/login-*.js', (route) => route.abort())
  await page.goto('/login')
  await heading(page, 'Something broke').waitFor()
  await page.unroute('**/assets/login-*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await heading(page, 'Welcome Back').waitFor()
  await untilAlive(page)
})

/** As after an update of the shop: the files that the open page has not loaded yet are gone. The next page has its own. */
async function outlive(page: Page): Promise<void> {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route('**/assets/*.js', (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
}

test('a page older than the shop’s update is renewed when it cannot say what a press has done', {
  tags: ['whole'],
}, async () => {
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

test('a page older than the shop’s update still opens its panels', { tags: ['whole'] }, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/404/)
  await visit(page, '/login')
  await outlive(page)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('dialog').getByText('Your cart is empty').waitFor()
})
