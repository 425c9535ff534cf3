import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { setTextSize } from '#test/support/layout.ts'
import { addToCart, findProduct, heading, holdRequests, until, visit } from '#test/support/shopper.ts'
import { storeEntries } from '#test/support/stored-state.ts'

const journey = openJourney()

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }

const names = (page: Page) => page.locator('#main article h3').allTextContents()

test('on a phone the drawer applies what is chosen and typed, says if the list failed, and Back undoes the last of it', async () => {
  const { page, expectComplaint } = await journey.visitor(PHONE)
  await visit(page, '/products')
  const order = page.locator('#main').getByRole('combobox', { name: /sort/i }).first()
  await order.selectOption('price-high-low')
  await page.waitForURL('**/products?sortBy=price-high-low')
  await page.getByText('1–48 of 53', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('checkbox', { name: 'On sale' }).check()
  await page.waitForURL('**/products?onSale=true&sortBy=price-high-low')
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL('**/products?sortBy=price-high-low')
  await page.goBack()
  await page.waitForURL('**/products')
  expect(await order.locator('option:checked').textContent()).toBe('Newest first')

  await page.getByRole('button', { name: /^Filters/ }).click()
  const steps = await page.evaluate(() => history.length)
  const from = drawer.getByLabel('From ₦')
  for (const [typed, shown] of [
    ['-50', ''],
    ['4999', '5000'],
    ['05000', '5000'],
  ] as const) {
    await from.fill(typed)
    await from.blur()
    await expect.poll(() => from.inputValue()).toBe(shown)
  }
  await page.waitForURL('**/products?minPrice=5000')
  // What was applied already is no step.
  expect(await page.evaluate(() => history.length)).toBe(steps + 1)
  // A bound applies when typing rests; reversed ones not before the fields are left, and never while one of them is typed in.
  const to = drawer.getByLabel('To ₦')
  await to.fill('9000')
  await page.waitForURL('**/products?maxPrice=9000&minPrice=5000')
  await to.fill('30')
  await from.focus()
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['5000', '30'])
  await to.fill('')
  await to.blur()
  await page.waitForURL('**/products?minPrice=5000')

  expectComplaint(/400/)
  await page.route('**/api/product?*size=M*', (route) => route.fulfill({ status: 400, body: '' }))
  const medium = drawer.getByRole('checkbox', { name: /^M/ })
  await medium.check()
  await drawer.getByRole('button', { name: 'Failed to load products' }).waitFor()
  await medium.uncheck()
  const show = drawer.getByRole('button', { name: /^Show \d+ products$/ })
  await show.waitFor()

  // After typing one tap closes the drawer, even while the list is still loading.
  await page.route('**/api/product?**', () => {})
  await drawer.getByLabel('Search products').fill('danfo')
  await show.tap()
  await drawer.waitFor({ state: 'detached' })
  await page.waitForURL('**/products?minPrice=5000&search=danfo')
})

test('several sizes and colours can be filtered, each with its count, which a shared link shows too; a list that fails can be changed', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  // Written with other capitals, it leads to the address that the shop links to.
  await visit(page, '/Products?category=TEES')
  await page.waitForURL((url) => url.search === '?category=Tees')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  // White S is sold out: size S is left in black only, so white is disabled.
  await filters.getByRole('checkbox', { name: 'S 1 product', exact: true }).check()
  await page.waitForURL('**/products?category=Tees&size=S')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  expect(await filters.getByRole('checkbox', { name: /^white/ }).isDisabled()).toBe(true)
  await filters.getByRole('checkbox', { name: /^M \d+ products?$/ }).check()
  await page.waitForURL('**/products?category=Tees&size=S,M')
  await filters.getByRole('checkbox', { name: /^black/ }).check()
  await page.getByText('1 of 1', { exact: true }).waitFor()
  const shown = await names(page)
  expect(shown).toEqual(['Danfo Tee'])

  const { pathname, search } = new URL(page.url())
  const { text } = await journey.ask('GET', `${pathname}${search}`)
  expect(text).toContain('Danfo Tee')
  expect(text).not.toContain('Plain Tee')

  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL('**/products')
  await page.getByText('1–48 of 53', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByText('49–53 of 53', { exact: true }).waitFor()

  const bar = page.getByRole('navigation', { name: 'Categories' })
  await bar.getByRole('link', { name: 'TEES' }).click()
  await page.waitForURL('**/products?category=Tees')
  expectComplaint(/400/)
  await page.route('**/api/product?*color=white*', (route) => route.fulfill({ status: 400, body: '' }))
  const white = filters.getByRole('checkbox', { name: /^white/ })
  await white.check()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load products' })
  await failure.waitFor()
  await page.waitForURL('**/products?category=Tees&color=white')
  await heading(page, 'Tees').first().waitFor()
  await bar.getByRole('link', { name: 'JACKETS' }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'Loading products' }).count()).toBe(0)
  // The focus stays on the choice, and the other choices are still on offer.
  expect(await white.evaluate((choice) => choice === document.activeElement)).toBe(true)
  await filters.getByRole('checkbox', { name: /^M/ }).waitFor()
  await white.uncheck()
  await page.waitForURL('**/products?category=Tees')
  await page.getByRole('article').first().waitFor()
  expect(await failure.count()).toBe(0)
})

test('a list of one colour shows its pictures and opens products in it; the cart keeps its picture', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  const { body } = await journey.ask<{ product: { images: string[] } }>('GET', `/api/product/${id}`)
  const [black, white] = body.product.images.map((address) => address.slice(0, -'.jpg'.length))
  await visit(page, '/products?search=danfo')
  const card = page.getByRole('article').filter({ hasText: 'Danfo Tee' })
  const shown = () => card.locator('img').first().getAttribute('src')
  const link = card.getByRole('link', { name: 'Danfo Tee' })
  expect(await shown()).toContain(black)
  expect(await link.getAttribute('href')).toBe(`/products/${id}`)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: /^white/ }).check()
  await expect.poll(shown).toContain(white)
  await page.waitForURL('**/products?color=white&search=danfo')
  expect(await link.getAttribute('href')).toBe(`/products/${id}?color=white`)
  const chosenWhite = () => page.getByRole('button', { name: 'white', exact: true, pressed: true })
  await card.getByRole('button', { name: 'Danfo Tee: quick view' }).click()
  await chosenWhite().waitFor()
  await page.keyboard.press('Escape')
  await link.click()
  await chosenWhite().waitFor()
  const { text } = await journey.ask('GET', '/products?search=danfo&color=white')
  expect(text).toContain(`href="/products/${id}?color=white"`)
  expect(text).toContain(`src="${white}`)
  await addToCart(page, { name: 'Danfo Tee', size: 'M' })
  await page.getByRole('button', { name: /^Cart/ }).first().click()
  expect(await page.getByRole('dialog').locator('img').first().getAttribute('src')).toContain(white)
})

test('recently viewed products are shown, except the one on the page, and asked for once when one is no longer sold', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const cap = await findProduct(journey, 'Eko Cap')
  const jacket = await findProduct(journey, 'Okada Jacket')
  await storeEntries(page, [{ name: 'recently-viewed', state: { ids: [cap.id, 'gone-from-the-shop'] } }])
  let timesAsked = 0
  await page.route(/\/api\/product\?ids=/, (route) => {
    timesAsked += 1
    return timesAsked === 1 ? route.continue() : route.abort()
  })
  await visit(page, `/products/${jacket.id}`)
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await viewed.scrollIntoViewIfNeeded()
  await viewed.getByText('Eko Cap').waitFor()
  await until(page, () => localStorage.getItem('recently-viewed')?.includes('gone-from') === false)
  await page.waitForLoadState('networkidle')
  expect(await viewed.locator('h3').allTextContents()).toEqual(['Eko Cap'])
  expect(timesAsked).toBe(1)
  await until(page, (shown) => localStorage.getItem('recently-viewed')?.includes(shown), jacket.id)
})

test('what is typed into the search box before the page has started is searched for; an address is read as the server reads it', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  const release = await holdRequests(page, '**/*.js')
  await page.goto('/products?search=%20tee%20&sortBy=name-a-z&page=9', { waitUntil: 'commit' })
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.fill('')
  await box.pressSequentially('danfo')
  release()
  await page.getByRole('listbox', { name: 'Products found' }).getByRole('option').first().waitFor()
  expect(await box.inputValue()).toBe('danfo')
  // Past the last page, an address leads to the last one.
  await page.getByText('49–51 of 51', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  await box.press('Enter')
  await page.waitForURL('**/products?search=danfo*')
  await page.getByText('1 of 1', { exact: true }).waitFor()

  const order = page.getByRole('main').getByRole('combobox', { name: 'Sort by' })
  for (const [label, sortBy] of [
    ['Lowest price', '&sortBy=price-low-high'],
    ['Best match', ''],
  ] as const) {
    await order.selectOption({ label })
    await page.waitForURL(`**/products?search=danfo${sortBy}`)
  }
  expect(await order.locator('option:checked').textContent()).toBe('Best match')

  // The name on a card is never cut, however large the text.
  const name = page.getByRole('article').first().getByRole('link')
  await name.evaluate((link) => {
    link.textContent = 'Third Mainland Heavyweight Long-Sleeve Graphic Tee'
  })
  for (const size of ['', '150%', '200%']) {
    await setTextSize(page, size)
    expect(await name.evaluate((link) => link.scrollHeight <= link.clientHeight)).toBe(true)
  }
})

test('while products load 15 skeletons are shown; if they fail, Try Again reloads the page', {
  tags: ['2.83', '2.126', '2.128', '9.13'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/400/)
  await visit(page, '/')
  const answer = await holdRequests(page, '**/api/product?**', (route) =>
    route.fulfill({ status: 400, body: '' }),
  )
  await page.getByRole('link', { name: 'SHOP NOW' }).click()
  const shapes = page.getByRole('main').locator('ul:has(.skeleton) > li')
  await shapes.first().waitFor()
  expect(await shapes.count()).toBe(15)
  answer()
  await heading(page, 'Failed to load products').waitFor()
  await page.unroute('**/api/product?**')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await reloaded
  await page.getByRole('article').first().waitFor()
})
