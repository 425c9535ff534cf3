import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { codeBox } from '#test/support/member.ts'
import { holdNotices, holdRequests, loadedAhead, saidInPassing, visit } from '#test/support/shopper.ts'

/** What a screen reader announces by itself. `getByRole` finds only what is not hidden from screen readers. */

const journey = openJourney()

const PHONE = { viewport: { width: 360, height: 800 } }

const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

test('while a panel is open, its result count and the loss of the network are still announced, once', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor(PHONE)
  await visit(page, '/products')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await said(page, '53 products').waitFor({ state: 'attached' })
  await drawer.getByRole('checkbox', { name: 'On sale' }).check()
  await said(page, '1 product').waitFor({ state: 'attached' })
  await drawer.getByRole('button', { name: 'Show 1 product', exact: true }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'product' }).count()).toBe(1)

  // A part of the drawer that were still loading would change what is announced.
  await drawer.getByRole('slider', { name: 'Highest price' }).waitFor({ state: 'attached' })
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await said(page, 'You are offline.').waitFor()
  await drawer.waitFor()
})

test('a panel that cannot be loaded is announced once, for as long as someone waits for it', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED/)
  // The network is dead, but the browser takes itself to be online.
  const lost = ['**/assets/cart-panel-*.js', '**/healthz']
  for (const address of lost) await page.route(address, (route) => route.abort())
  let timesAsked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/healthz')) timesAsked += 1
  })
  const loadSlider = await holdRequests(page, '**/assets/price-controls-*.js')
  await page.clock.install()
  await visit(page, '/products')
  const cart = page.getByRole('button', { name: /^Cart/ })
  await cart.click()
  const notice = page.getByRole('status').filter({ hasText: 'That is not on this device yet.' })
  await notice.waitFor()
  const countChanges = await notice.evaluateHandle((region) => {
    let count = 0
    new MutationObserver((changes) => {
      count += changes.length
    }).observe(region, { subtree: true, childList: true, characterData: true })
    return () => count
  })
  const changes = () => countChanges.evaluate((count) => count())
  // That another part has come says nothing about the panel.
  await page.getByLabel('To ₦').scrollIntoViewIfNeeded()
  loadSlider()
  await page
    .getByRole('slider', { name: 'Highest price', includeHidden: true })
    .waitFor({ state: 'attached' })
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000)
      return timesAsked
    })
    .toBeGreaterThanOrEqual(3)
  expect(await changes()).toBe(0)

  await page.getByRole('button', { name: 'Cancel loading' }).click()
  await notice.waitFor({ state: 'detached' })
  await cart.click()
  await notice.waitFor()
  for (const address of lost) await page.unroute(address)
  await page.clock.fastForward(10_000)
  await page.getByRole('dialog', { name: 'Shopping Cart (0)' }).waitFor()
  await notice.waitFor({ state: 'detached' })

  // The notifications region exists before its first notification.
  await page.keyboard.press('Escape')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.getByRole('button', { name: 'Eko Cap: wishlist' }).click()
  const region = page.getByRole('region', { name: 'Notifications' })
  await region.waitFor({ state: 'attached' })
  expect(await region.textContent()).toBe('')
  await page.clock.runFor(1_000)
  await saidInPassing(page, 'Added to Wishlist').waitFor()
})

test('an error is announced if its field has the focus already, else it is its description; a failure once, and at once', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({ becomesIdle: true })
  const ahead = loadedAhead(page)
  await visit(page, '/forgot-password')
  const email = page.getByLabel('Email')
  const spoken = (words: string) => page.locator('[aria-live=polite]').getByText(words, { exact: true })
  const unspoken = (words: string) => page.locator('[aria-live=off]').getByText(words, { exact: true })
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await unspoken('Email is required').waitFor()
  expect(await hasFocus(email)).toBe(true)
  const [error] = ((await email.getAttribute('aria-describedby')) ?? '').split(' ')
  expect(await page.locator(`[id="${error}"]`).innerText()).toBe('Email is required')

  await email.fill('ada@')
  await email.press('Enter')
  await spoken('Invalid email address').waitFor()
  expect(await hasFocus(email)).toBe(true)
  await page.getByRole('button', { name: 'Send Reset Code' }).focus()
  await unspoken('Invalid email address').waitFor()

  expectComplaint(/500/)
  await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await ahead
  await email.fill('ada@heard.example')
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await page.getByRole('alert').getByText('Failed to send reset email').waitFor({ state: 'attached' })
  await holdNotices(page)
  const notice = page.getByRole('alertdialog', { name: 'Error' })
  expect(await notice.getAttribute('aria-live')).toBe('off')
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  expect(await hasFocus(notice)).toBe(true)
  // Its ring is drawn on its own background, whatever is behind it.
  expect(await notice.evaluate((element) => getComputedStyle(element).outlineOffset)).toBe('-3px')

  // A code field that submits on its last digit says so in advance.
  await page.unroute('**/api/auth/forgot-password')
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await page.waitForURL('**/reset-otp')
  const hint = await codeBox(page).getAttribute('aria-describedby')
  expect(await page.locator(`[id="${hint}"]`).innerText()).toBe(
    "We'll check it as soon as you enter the last digit.",
  )
})
