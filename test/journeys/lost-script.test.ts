import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  countDocuments,
  findProduct,
  heading,
  payButton,
  pick,
  saidInPassing,
  untilAlive,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

test('a panel whose script cannot be fetched says so, and opens once the network is back', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await visit(page, '/products')
  const loads = countDocuments(page)
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByText('That is not on this device yet').waitFor()
  await heading(page, 'All Merch').waitFor()
  await context.setOffline(false)
  await page.getByRole('dialog').getByText('Your cart is empty').waitFor()
  // The panel consists of many files, and none could be fetched.
  expect(loads()).toBe(0)
})

test('a script that once could not be fetched is fetched again, and the page is not reloaded for it', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await visit(page, '/products')
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  const search = page.getByRole('combobox', { name: 'Search products' })
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/search-list-'))
  await search.click()
  await failed
  await context.setOffline(false)
  await search.pressSequentially('plain')
  await page
    .getByRole('option', { name: /Plain Tee/ })
    .first()
    .waitFor()
  expect(await search.inputValue()).toBe('plain')
})

test('a page whose own script cannot be fetched says so, and is loaded again once it can be', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED/)
  await page.clock.install()
  await page.route('**/assets/framework-*.js', (route) => route.abort())
  const loads = countDocuments(page)
  await page.goto('/products')
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

test('what Buy Now replaced can be had back, even if the checkout cannot be loaded', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  const { id } = await findProduct(journey, 'Eko Cap')
  await visit(page, `/products/${id}`)
  // So that the messages are there.
  await page.getByRole('main').getByRole('button', { name: 'Eko Cap: wishlist' }).click()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  expectComplaint(/ERR_INTERNET_DISCONNECTED|could not be fetched/)
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Buy Now' }).click()
  await heading(page, 'You are offline').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await context.setOffline(false)
  await payButton(page).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).waitFor()
})

test('a screen whose script cannot be fetched comes by itself, even if the network is back before it carries anything', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await page.clock.install()
  await visit(page, '/')
  const loads = countDocuments(page)
  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|could not be fetched/)
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Login / Signup' }).click()
  await heading(page, 'You are offline').waitFor()
  await page.route('**/assets/login-*.js', (route) => route.abort())
  await context.setOffline(false)
  await heading(page, 'Something broke').waitFor()
  const tryAgain = page.getByRole('button', { name: 'Try Again' })
  await tryAgain.focus()
  for (const _time of [1, 2]) {
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/login-'))
    await page.clock.fastForward(10_000)
    await asked
  }
  expect(await hasFocus(tryAgain)).toBe(true)
  await page.unroute('**/assets/login-*.js')
  await page.clock.fastForward(10_000)
  await heading(page, 'Welcome Back').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
  expect(loads()).toBe(0)
})

test('a screen whose script, and its own error screen with it, cannot be fetched fails within the frame', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await visit(page, '/login')
  await page.evaluate(() => document.querySelector('header')?.setAttribute('data-first', ''))
  expectComplaint(/ERR_INTERNET_DISCONNECTED|could not be fetched/)
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).click()
  await heading(page, 'You are offline').waitFor()
  await context.setOffline(false)
  await heading(page, 'All Merch').waitFor()
  expect(await page.locator('header[data-first]').count()).toBe(1)
})

test('a document whose screen’s script is lost is not reloaded before the script can be had', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED|could not be fetched|dynamically imported module/)
  const loads = countDocuments(page)
  await page.clock.install()
  await page.route('**/assets/login-*.js', (route) => route.abort())
  await page.goto('/login')
  await heading(page, 'Something broke').waitFor()
  const askedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('/login-'))
  await page.clock.fastForward(10_000)
  await askedAgain
  expect(loads()).toBe(1)
  await page.unroute('**/assets/login-*.js')
  await page.clock.fastForward(10_000)
  // By a reload, if the browser does not fetch a script again that it has lost once.
  await heading(page, 'Welcome Back').waitFor()
  await untilAlive(page)
})

test('messages whose script cannot be fetched wait for the network together', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await visit(page, '/products')
  // The part that the page loads by itself must not be among those that fail.
  await page.getByRole('slider').first().waitFor()
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  const lostToasts = () => failed.filter((path) => path.startsWith('/assets/toast-'))
  await context.setOffline(true)
  const hearts = page.getByRole('button', { name: /: wishlist$/ })
  for (const place of [0, 1, 2]) {
    await hearts.nth(place).click()
    await page.getByRole('button', { name: `Wishlist, ${place + 1}` }).waitFor()
    await expect.poll(lostToasts).not.toEqual([])
  }
  // Whatever the last heart has asked for has failed before these.
  for (const path of ['/one', '/two', '/three']) {
    await page.evaluate((address) => fetch(address).catch(() => {}), path)
    await expect.poll(() => failed).toContain(path)
  }
  expect(lostToasts()).toHaveLength(1)
})
