import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { heading, holdRequests, untilAlive, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }

const heightOf = (page: Page) => page.evaluate(() => Math.round(scrollY))
/** The scroll position is stored with the frame that shows it. */
const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
const card = (page: Page, name: string) => page.locator('#main article').filter({ hasText: name }).first()

/** Holds every request to the product API until the returned function is called. */
async function holdProducts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/product**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Opens a product from its card and goes Back: the scroll position and the card's place must be the same. */
async function goAndComeBack(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
  await card(page, name).scrollIntoViewIfNeeded()
  await nextFrame(page)
  const before = { height: await heightOf(page), top: (await card(page, name).boundingBox())?.y }
  await open()
  await page.waitForURL('**/products/*')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await expect.poll(() => heightOf(page)).toBe(0)
  await page.goBack()
  await card(page, name).waitFor()
  await expect
    .poll(async () => ({ height: await heightOf(page), top: (await card(page, name).boundingBox())?.y }))
    .toEqual(before)
}

test('Back leads to the same card of a list, and to where one of its pages was left, at the same scroll position', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ ...PHONE, reducedMotion: 'no-preference' })
  await visit(page, '/products?sortBy=name-z-a')
  await goAndComeBack(page, 'Plain Tee 15', () => card(page, 'Plain Tee 15').getByRole('link').press('Enter'))
  const quickView = card(page, 'Plain Tee 12').getByRole('button', { name: /quick view/ })
  await goAndComeBack(page, 'Plain Tee 12', async () => {
    await quickView.press('Enter')
    await page.getByRole('dialog').getByRole('link', { name: 'Full product page' }).click()
  })
  // Still moving out when the way there and back was fast.
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const pages = page.getByRole('navigation', { name: 'Pages' })
  const second = pages.getByRole('link', { name: 'Page 2', exact: true })
  await second.scrollIntoViewIfNeeded()
  await nextFrame(page)
  const before = await heightOf(page)
  await second.press('Enter')
  await page.getByText('49–53 of 53', { exact: true }).waitFor()
  await expect.poll(() => heightOf(page)).toBe(0)
  await page.goBack()
  await page.getByText('1–48 of 53', { exact: true }).waitFor()
  await expect.poll(() => heightOf(page)).toBe(before)

  // A filter chosen in the drawer leaves the page where it is.
  await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }))
  await nextFrame(page)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('checkbox', { name: 'In stock' }).check()
  await page.waitForURL('**/products?inStock=true&sortBy=name-z-a')
  await drawer.getByRole('button', { name: /^Show \d+ products$/ }).click()
  await drawer.waitFor({ state: 'detached' })
  await nextFrame(page)
  expect(await heightOf(page)).toBe(200)
})

test('a page scrolled before its script has started stays where it is; the next one is shown from its top while it loads, and Back restores the scroll position', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor(PHONE)
  const start = await holdRequests(page, '**/assets/index-*.js')
  await page.goto('/products', { waitUntil: 'commit' })
  await card(page, 'Plain Tee 20').scrollIntoViewIfNeeded()
  await nextFrame(page)
  const before = await heightOf(page)
  expect(before).toBeGreaterThan(1_000)
  start()
  await untilAlive(page)
  await nextFrame(page)
  expect(await heightOf(page)).toBe(before)

  const release = await holdProducts(page)
  const loading = heading(page, 'Loading product')
  await card(page, 'Plain Tee 20').getByRole('link').press('Enter')
  await loading.waitFor()
  await nextFrame(page)
  expect(await heightOf(page)).toBe(0)
  await page.goBack()
  await card(page, 'Plain Tee 20').waitFor()
  await expect.poll(() => heightOf(page)).toBe(before)

  await card(page, 'Plain Tee 20').getByRole('link').press('Enter')
  await loading.waitFor()
  release()
  await page.getByRole('heading', { name: 'Plain Tee 20', level: 1 }).waitFor()
  expect(await heightOf(page)).toBe(0)

  const releaseList = await holdProducts(page)
  await page.evaluate(() => scrollTo(0, 600))
  await nextFrame(page)
  await page.getByRole('main').getByRole('link', { name: 'cotton' }).first().press('Enter')
  await page.waitForURL('**/products?tag=cotton')
  await page.locator('#main .skeleton').first().waitFor()
  await nextFrame(page)
  expect(await heightOf(page)).toBe(0)
  releaseList()
  await card(page, 'Danfo Tee').waitFor()
})

test('Back closes any overlay, and keeps the page', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products')
  await page
    .getByRole('form', { name: 'Filter products' })
    .getByRole('checkbox', { name: /^white/ })
    .check()
  await page.waitForURL('**/products?color=white')
  await card(page, 'Danfo Tee').getByRole('link').press('Enter')
  await heading(page, 'Danfo Tee').first().waitFor()
  const address = page.url()
  const dialog = page.getByRole('dialog')
  for (const [name, title] of [
    ['Size guide', 'Size guide'],
    [/^S ?, sold out/, "Tell me when it's back"],
    [/^Reviews/, 'Reviews for Danfo Tee'],
  ] as const) {
    await page.locator('#main').getByRole('button', { name }).click()
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)
  }
  await page.getByRole('button', { name: 'Wishlist' }).first().click()
  await page.getByRole('dialog', { name: /^Wishlist/ }).waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })

  const box = page.getByRole('combobox', { name: 'Search products' })
  const results = page.getByRole('listbox', { name: 'Products found' })
  await box.pressSequentially('danfo')
  await results.getByRole('option').first().waitFor()
  // The page behind the results can be scrolled.
  await page.evaluate(() => scrollTo(0, 400))
  await nextFrame(page)
  await page.goBack()
  await results.getByRole('option').first().waitFor({ state: 'detached' })
  await nextFrame(page)
  expect(await heightOf(page)).toBe(400)
  expect(page.url()).toBe(address)
  expect(await box.inputValue()).toBe('danfo')
  await box.press('ArrowDown')
  await results.getByRole('option').first().waitFor()
  await box.press('ArrowUp')
  // Also from a list that is still loading.
  const release = await holdProducts(page)
  await box.press('Enter')
  await page.waitForURL('**/products?search=danfo')
  await page.locator('#main .skeleton').first().waitFor()
  await nextFrame(page)
  expect(await heightOf(page)).toBe(0)
  await page.goBack()
  await page.waitForURL(address)
  await expect.poll(() => heightOf(page)).toBe(400)
  release()
  await page.goBack()
  await page.waitForURL('**/products?color=white')
})
