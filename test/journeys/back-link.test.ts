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

test('the Back link of a product leads to the same list and scroll position, also before the script had started, and fetches nothing', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor(PHONE)
  const start = await holdRequests(page, '**/assets/*.js')
  await page.goto('/products?size=M&color=white&sortBy=name-z-a', { waitUntil: 'commit' })
  const link = card(page, 'Plain Tee 15').getByRole('link')
  const isBack = async (height: number) => {
    await page.waitForURL('**/products?size=M&color=white&sortBy=name-z-a')
    await card(page, 'Plain Tee 15').waitFor()
    await expect.poll(() => heightOf(page)).toBe(height)
  }
  await link.scrollIntoViewIfNeeded()
  await drawnFrame(page)
  const height = await heightOf(page)
  expect(height).toBeGreaterThan(0)
  await link.tap()
  await page.waitForURL('**/products/*')
  start()
  await untilAlive(page)
  const back = page.getByRole('link', { name: 'Back', exact: true })
  await back.tap()
  await isBack(height)
  await untilAlive(page)
  expect(await heightOf(page)).toBe(height)

  // The skip link is no step of its own.
  const steps = await page.evaluate(() => history.length)
  const skip = async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
    await expect.poll(() => heightOf(page)).toBeGreaterThan(0)
  }
  await skip()
  expect(await page.evaluate(() => history.length)).toBe(steps)
  const left = await openFromCard(page, 'Plain Tee 15')
  await skip()
  const asked: string[] = []
  await page.route('**/api/product?**', (route) => void asked.push(route.request().url()))
  await back.tap()
  await isBack(left)
  expect(asked).toEqual([])
})

test('the Back link of a product in its own tab leads to the listing, also when it is returned to', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Plain Tee 20')
  // As by "Open in new tab", without the browser's menu.
  await page.goto(`/products/${id}`, { referer: `${journey.url()}/products?category=Tees` })
  await untilAlive(page)
  expect(await page.evaluate(() => document.referrer)).toMatch(/\/products\?category=Tees$/)
  await page.getByRole('region', { name: 'You may also like' }).getByRole('link').first().press('Enter')
  await pageOf(page, 'Plain Tee 20').waitFor({ state: 'detached' })
  await page.goBack()
  await pageOf(page, 'Plain Tee 20').waitFor()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/products')
})

test('the Back link of the checkout does not lead back to the payment page that was cancelled', {
  tags: ['whole'],
}, async () => {
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

test('a product and a list returned to after a while have their old scroll position and title', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  await page.clock.install()
  const answered = apiOf(page)
  const { id } = await findProduct(journey, 'Plain Tee 20')
  await visit(page, '/products?category=Tees')
  const listHeight = await openFromCard(page, 'Plain Tee 20')
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
  // A list is fetched ahead, which is none of those returned to.
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).hover()
  await page.clock.runFor(1_000)
  await answered()
  const answer = await holdRequests(page, `**/api/product/${id}`)
  await page.goBack()
  await page.getByText('Loading product').waitFor({ state: 'attached' })
  expect(await page.title()).not.toBe('Product not found')
  answer()
  await pageOf(page, 'Plain Tee 20').waitFor()
  await page.clock.runFor(1_000)
  await expect.poll(() => heightOf(page)).toBe(height)
  expect(await page.title()).toBe(title)
  await page.goBack()
  await card(page, 'Plain Tee 20').waitFor()
  await page.clock.runFor(1_000)
  await expect.poll(() => heightOf(page)).toBe(listHeight)
})

test('every Back has a visible effect: abandoned results and a search for what is shown already are no steps', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const box = page.getByRole('combobox', { name: 'Search products' })
  const result = page.getByRole('listbox', { name: 'Products found' }).getByRole('option').first()
  const areClosed = () => expect.poll(() => page.evaluate(() => history.state.overlay)).toBeUndefined()
  await visit(page, '/products')
  await card(page, 'Danfo Tee').getByRole('link').press('Enter')
  await pageOf(page, 'Danfo Tee').waitFor()
  const address = page.url()
  await box.pressSequentially('danfo')
  await result.waitFor()
  await page.getByRole('link', { name: 'Jara, home' }).click()
  await page.waitForURL('**/')
  await page.goBack()
  await page.waitForURL(address)
  await areClosed()

  await box.click()
  await result.waitFor()
  await box.press('Enter')
  await page.waitForURL('**/products?search=danfo')
  await box.fill('danf')
  await box.fill('danfo')
  await result.waitFor()
  await box.press('Enter')
  await areClosed()
  await page.goBack()
  await page.waitForURL(address)

  await box.fill('danfo')
  await result.waitFor()
  await reload(page)
  await areClosed()
  await box.pressSequentially('danfo')
  await result.click()
  await areClosed()
  await page.goBack()
  await page.waitForURL('**/products')
})
