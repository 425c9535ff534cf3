import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  findProduct,
  holdRequests,
  person,
  proceedToPayment,
  reload,
  untilAlive,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }
/** Cached responses are evicted a minute after their last use. */
const FORGOTTEN = '01:30'

const heightOf = (page: Page) => page.evaluate(() => Math.round(scrollY))
const card = (page: Page, name: string) => page.locator('#main article').filter({ hasText: name }).first()
const pageOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' })

/** The router notes a scroll position with the frame that shows it. A faked clock fakes `requestAnimationFrame` too. */
const drawnFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          done()
        })
        observer.observe(document.documentElement)
      }),
  )

/**
 * Returns a wait until the API has responded to every request from now on: a faked clock that is moved before that ends the
 * wait for a response as well.
 */
function apiOf(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return () => expect.poll(() => asked.size).toBe(0)
}

/** Scrolls a card into view and opens its product; returns the scroll position. */
async function openFromCard(page: Page, name: string): Promise<number> {
  const link = card(page, name).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  await drawnFrame(page)
  const height = await heightOf(page)
  await link.press('Enter')
  await pageOf(page, name).waitFor()
  return height
}

test('the Back link of a product fetches nothing that Back does not need', async () => {
  const { page } = await journey.visitor(PHONE)
  await visit(page, '/products?category=Tees')
  const height = await openFromCard(page, 'Plain Tee 20')
  const asked: string[] = []
  await page.route('**/api/product?**', (route) => void asked.push(route.request().url()))
  await page.getByRole('link', { name: 'Back', exact: true }).tap()
  await card(page, 'Plain Tee 20').waitFor()
  await expect.poll(() => heightOf(page)).toBe(height)
  expect(asked).toEqual([])
})

test('from a product opened before the script had started, the Back link leads to the same list and scroll position', async () => {
  const { page } = await journey.visitor(PHONE)
  await visit(page, '/')
  const start = await holdRequests(page, '**/assets/*.js')
  await page.goto('/products?size=M&color=white&sortBy=name-z-a', { waitUntil: 'commit' })
  const link = card(page, 'Plain Tee 15').getByRole('link')
  await link.scrollIntoViewIfNeeded()
  await drawnFrame(page)
  const height = await heightOf(page)
  expect(height).toBeGreaterThan(0)
  await link.tap()
  await page.waitForURL('**/products/*')
  start()
  await untilAlive(page)
  await page.getByRole('link', { name: 'Back', exact: true }).tap()
  await page.waitForURL('**/products?size=M&color=white&sortBy=name-z-a')
  await card(page, 'Plain Tee 15').waitFor()
  await expect.poll(() => heightOf(page)).toBe(height)
  await untilAlive(page)
  expect(await heightOf(page)).toBe(height)
})

test('the Back link of a product in its own tab leads to the listing, also when it is returned to', async () => {
  const { page, context } = await journey.visitor()
  await visit(page, '/products?category=Tees')
  const link = card(page, 'Plain Tee 20').getByRole('link')
  const address = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href)
  // As by "Open in new tab", without the browser's menu.
  const tab = await context.newPage()
  await tab.goto(address, { referer: page.url() })
  await untilAlive(tab)
  expect(await tab.evaluate(() => document.referrer)).toBe(page.url())
  await tab.getByRole('region', { name: 'You may also like' }).getByRole('link').first().press('Enter')
  await pageOf(tab, 'Plain Tee 20').waitFor({ state: 'detached' })
  await tab.goBack()
  await pageOf(tab, 'Plain Tee 20').waitFor()
  await tab.getByRole('link', { name: 'Back', exact: true }).click()
  await tab.waitForURL('**/products')
})

test('the Back link of the checkout does not lead back to the payment page that was cancelled', async () => {
  const { page } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    typed: person('cancelled@back.example'),
  })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/checkout?cancelled=true')
  await untilAlive(page)
  expect(await page.evaluate(() => document.referrer)).toMatch(/\/sandbox\//)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/products')
})

test('the skip link is no step: Back, the Back link and the scroll position are as without it', async () => {
  const { page, context } = await journey.visitor()
  await visit(page, '/')
  await visit(page, '/products?category=Tees')
  const steps = await page.evaluate(() => history.length)
  const skip = async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
    await expect.poll(() => heightOf(page)).toBeGreaterThan(0)
  }
  await skip()
  expect(await page.evaluate(() => history.length)).toBe(steps)
  expect(page.url()).toMatch(/\/products\?category=Tees$/)
  const height = await openFromCard(page, 'Plain Tee 20')
  await skip()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/products?category=Tees')
  await card(page, 'Plain Tee 20').waitFor()
  await expect.poll(() => heightOf(page)).toBe(height)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Skip to content' }).press('ControlOrMeta+Enter')
  const tab = await opened
  await expect.poll(() => tab.url()).toMatch(/\/#main$/)
})

test('hovering a link to a list does not change the scroll position of the one returned to', async () => {
  const { page } = await journey.visitor()
  await page.clock.install()
  const answered = apiOf(page)
  await visit(page, '/products?category=Tees')
  const height = await openFromCard(page, 'Plain Tee 20')
  await answered()
  await page.clock.runFor(FORGOTTEN)
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).hover()
  await page.clock.runFor(1_000)
  await page.waitForLoadState('networkidle')
  await page.goBack()
  await card(page, 'Plain Tee 20').waitFor()
  await page.clock.runFor(1_000)
  await expect.poll(() => heightOf(page)).toBe(height)
})

test('a product returned to after a while has its old scroll position and title', async () => {
  const { page } = await journey.visitor(PHONE)
  await page.clock.install()
  const answered = apiOf(page)
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}`)
  const related = page.getByRole('region', { name: 'You may also like' }).getByRole('link').first()
  await related.scrollIntoViewIfNeeded()
  await drawnFrame(page)
  const height = await heightOf(page)
  const title = await page.title()
  const relatedName = (await related.textContent()) ?? ''
  await related.press('Enter')
  await pageOf(page, relatedName).waitFor()
  await expect.poll(() => heightOf(page)).toBe(0)
  await answered()
  await page.clock.runFor(FORGOTTEN)
  const answer = await holdRequests(page, `**/api/product/${id}`)
  await page.goBack()
  await page.getByText('Loading product').waitFor({ state: 'attached' })
  expect(await page.title()).not.toBe('Product not found')
  answer()
  await pageOf(page, 'Danfo Tee').waitFor()
  await page.clock.runFor(1_000)
  await expect.poll(() => heightOf(page)).toBe(height)
  expect(await page.title()).toBe(title)
})

test('every Back has a visible effect: abandoned search results are skipped', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/products')
  await visit(page, `/products/${id}`)
  const address = page.url()
  await searchBox(page).pressSequentially('danfo')
  await page.getByRole('option').first().waitFor()
  await page.getByRole('link', { name: 'Jara, home' }).click()
  await page.waitForURL('**/')
  await page.goBack()
  await page.waitForURL(address)
  await expect.poll(() => page.evaluate(() => history.state.overlay)).toBeUndefined()
  await page.goBack()
  await page.waitForURL('**/products')

  await searchBox(page).pressSequentially('danfo')
  await page.getByRole('option').first().waitFor()
  await reload(page)
  await expect.poll(() => page.evaluate(() => history.state.overlay)).toBeUndefined()
})

test('searching for what the page shows already adds no step', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  const box = searchBox(page)
  const result = page.getByRole('listbox', { name: 'Products found' }).getByRole('option').first()
  await visit(page, `/products/${id}`)
  await visit(page, '/products?search=danfo')
  await box.fill('danf')
  await box.fill('danfo')
  await result.waitFor()
  await box.press('Enter')
  await expect.poll(() => page.evaluate(() => history.state.overlay)).toBeUndefined()
  await page.goBack()
  await page.waitForURL(`**/products/${id}`)
  await page.goForward()
  await page.waitForURL('**/products?search=danfo')

  await visit(page, `/products/${id}`)
  await box.pressSequentially('danfo')
  await result.click()
  await expect.poll(() => page.evaluate(() => history.state.overlay)).toBeUndefined()
  await page.goBack()
  await page.waitForURL('**/products?search=danfo')
})

test('leaving the empty search box twice in a row does not close what is searched for later', async () => {
  const { page } = await journey.visitor()
  await page.clock.install()
  await page.addInitScript(() => {
    const back = History.prototype.back
    History.prototype.back = function () {
      document.documentElement.dataset.went = 'back'
      back.call(this)
    }
  })
  await visit(page, '/products')
  await searchBox(page).evaluate((input) => {
    for (let time = 0; time < 2; time += 1) {
      input.focus()
      input.blur()
    }
  })
  await searchBox(page).pressSequentially('danfo')
  await page.getByRole('option').first().waitFor()
  // Several times as long as the box waits before it goes back.
  await page.clock.runFor(1_000)
  expect(await page.evaluate(() => document.documentElement.dataset.went)).toBeUndefined()
  expect(await searchBox(page).getAttribute('aria-expanded')).toBe('true')
})

test('a price field shows what is applied, though something else was typed, and an unchanged filter is no step', async () => {
  const { page } = await journey.visitor(PHONE)
  await visit(page, '/login')
  await visit(page, '/products?minPrice=5000')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const steps = await page.evaluate(() => history.length)
  const [from, to] = [drawer.getByLabel('From ₦'), drawer.getByLabel('To ₦')]
  for (const [field, typed, shown] of [
    [from, '4999', '5000'],
    [to, '2000000', ''],
    [from, '05000', '5000'],
    [to, '1000000', ''],
  ] as const) {
    await field.fill(typed)
    await field.blur()
    await expect.poll(() => field.inputValue()).toBe(shown)
  }
  expect(new URL(page.url()).search).toBe('?minPrice=5000')
  expect(await page.evaluate(() => history.length)).toBe(steps)
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL('**/login')
})

test('after typing a filter one tap closes the drawer, even while the list is still loading', async () => {
  const { page } = await journey.visitor(PHONE)
  await visit(page, '/products')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await page.route('**/api/product?**', () => {})
  await drawer.getByLabel('Search products').fill('danfo')
  await drawer.getByRole('button', { name: /^Show \d+ products$/ }).tap()
  await drawer.waitFor({ state: 'detached' })
  await page.waitForURL('**/products?search=danfo')
})
