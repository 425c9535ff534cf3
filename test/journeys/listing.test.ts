import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { setTextSize } from '#test/support/layout.ts'
import { addToCart, findProduct, heading, holdRequests, reload, until, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }

const names = (page: Page) => page.locator('#main article h3').allTextContents()

test('on a phone Back closes the drawer, then undoes the last filter and the last sort', async () => {
  const { page } = await journey.visitor(PHONE)
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
  expect(await order.inputValue()).toBe('')
})

test('a list without a chosen order shows its default, and the four orders are in the URL', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products')
  const order = page.getByRole('main').getByRole('combobox', { name: 'Sort by' })
  const shown = () => order.locator('option:checked').textContent()
  expect(await shown()).toBe('Newest first')
  const search = page.getByRole('form', { name: 'Filter products' }).getByLabel('Search products')
  await search.fill('danfo')
  await search.press('Enter')
  await page.waitForURL('**/products?search=danfo')
  await expect.poll(shown).toBe('Best match')
  for (const [label, sortBy] of [
    ['Price: low to high', 'price-low-high'],
    ['Price: high to low', 'price-high-low'],
    ['Name: A to Z', 'name-a-z'],
    ['Name: Z to A', 'name-z-a'],
  ] as const) {
    await order.selectOption({ label })
    await page.waitForURL(`**/products?search=danfo&sortBy=${sortBy}`)
  }
  await order.selectOption({ label: 'Best match' })
  await page.waitForURL('**/products?search=danfo')
  await page.goto('/products?search=danfo')
  expect(await shown()).toBe('Best match')
})

test('several sizes and colours can be filtered, each with its count, and a shared link shows the same list', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products?category=Tees')
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

  const other = await journey.visitor(PHONE)
  await visit(other.page, page.url())
  expect(await names(other.page)).toEqual(shown)

  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL('**/products')
  await page.getByText('1–48 of 53', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByText('49–53 of 53', { exact: true }).waitFor()
})

test('a list of one colour shows its pictures and opens products in it; the cart keeps the first picture', async () => {
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
  await reload(page)
  expect(await shown()).toContain(white)
  expect(await link.getAttribute('href')).toBe(`/products/${id}?color=white`)
  const chosenWhite = () => page.getByRole('button', { name: 'white', exact: true, pressed: true })
  await card.getByRole('button', { name: 'Danfo Tee: quick view' }).click()
  await chosenWhite().waitFor()
  await page.keyboard.press('Escape')
  await link.click()
  await chosenWhite().waitFor()
  await addToCart(page, { name: 'Danfo Tee', size: 'M' })
  await page.getByRole('button', { name: /^Cart/ }).first().click()
  expect(await page.getByRole('dialog').locator('img').first().getAttribute('src')).toContain(black)
})

test('a filter whose list fails can be changed: the failure is in place of the results', async () => {
  const { page, expectComplaint } = await journey.visitor()
  await visit(page, '/products?category=Tees')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  expectComplaint(/400/)
  await page.route('**/api/product?*color=white*', (route) => route.fulfill({ status: 400, body: '' }))
  const white = filters.getByRole('checkbox', { name: /^white/ })
  await white.check()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load products' })
  await failure.waitFor()
  await page.waitForURL('**/products?category=Tees&color=white')
  await heading(page, 'Tees').first().waitFor()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'JACKETS' }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'Loading products' }).count()).toBe(0)
  // The focus stays on the choice, and the other choices are still on offer.
  expect(await white.evaluate((choice) => choice === document.activeElement)).toBe(true)
  await filters.getByRole('checkbox', { name: /^M/ }).waitFor()
  await white.uncheck()
  await page.waitForURL('**/products?category=Tees')
  await page.getByRole('article').first().waitFor()
  expect(await failure.count()).toBe(0)
})

test('on a phone the drawer says that the list failed, and what was chosen there can be undone', async () => {
  const { page, expectComplaint } = await journey.visitor(PHONE)
  await visit(page, '/products?category=Tees')
  expectComplaint(/400/)
  await page.route('**/api/product?*size=M*', (route) => route.fulfill({ status: 400, body: '' }))
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const medium = drawer.getByRole('checkbox', { name: /^M/ })
  await medium.check()
  await drawer.getByRole('button', { name: 'Failed to load products' }).waitFor()
  await medium.uncheck()
  await drawer.getByRole('button', { name: /^Show \d+ products$/ }).waitFor()
})

test('an address past the last page leads to the last one', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products?sortBy=name-a-z&page=9')
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  await page.getByText('49–53 of 53', { exact: true }).waitFor()
  await visit(page, '/products?sortBy=name-a-z&page=9&category=none-such')
  await heading(page, 'No products found').waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
})

test('an alert for a sold-out size is confirmed, and can be cancelled from the mail', async () => {
  const { page } = await journey.visitor(PHONE)
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}?color=white&size=M`)
  await page.getByRole('button', { name: 'M', exact: true, pressed: true }).waitFor()
  await page.getByRole('button', { name: /^S ?, sold out/ }).click()
  const dialog = page.getByRole('dialog', { name: "Tell me when it's back" })
  await dialog.getByLabel('Email').fill('ada@')
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await dialog.getByText('Invalid email address').waitFor()
  await expect
    .poll(() => dialog.getByLabel('Email').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await dialog.getByLabel('Email').fill('ada@alerts.example')
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await dialog.getByText("We'll send it to ada@alerts.example.").waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })

  await visit(page, '/stock-alert/some-id')
  await page.getByRole('button', { name: 'Cancel my alerts' }).click()
  await heading(page, 'Alerts cancelled').waitFor()
})

test('recently viewed products are shown, except the one on the page, and asked for once when one is no longer sold', async () => {
  const { page, expectComplaint } = await journey.visitor()
  const asked = /\/api\/product\?ids=/
  for (const name of ['Eko Cap', 'Okada Jacket']) {
    const { id } = await findProduct(journey, name)
    await visit(page, `/products/${id}`)
    await until(page, (shown) => localStorage.getItem('recently-viewed')?.includes(shown), id)
  }
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await viewed.scrollIntoViewIfNeeded()
  await viewed.getByText('Eko Cap').waitFor()
  expect(await viewed.locator('h3').allTextContents()).toEqual(['Eko Cap'])

  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('recently-viewed') ?? '')
    stored.state.ids.push('gone-from-the-shop')
    localStorage.setItem('recently-viewed', JSON.stringify(stored))
  })
  let timesAsked = 0
  await page.route(asked, (route) => {
    timesAsked += 1
    return timesAsked === 1 ? route.continue() : route.abort()
  })
  await visit(page, '/products?search=nothing-like-it')
  await page.getByRole('heading', { name: 'No products found' }).waitFor()
  await viewed.scrollIntoViewIfNeeded()
  await until(page, () => localStorage.getItem('recently-viewed')?.includes('gone-from') === false)
  await page.waitForLoadState('networkidle')
  expect(await viewed.locator('h3').allTextContents()).toEqual(['Okada Jacket', 'Eko Cap'])
  expect(timesAsked).toBe(1)

  expectComplaint(/429/)
  await page.unroute(asked)
  await page.route(asked, (route) => route.fulfill({ status: 429, json: {} }))
  const refused = page.waitForResponse((response) => response.status() === 429)
  await visit(page, '/products?search=nothing-like-it')
  await refused
  await viewed.waitFor({ state: 'detached' })
})

test('what is typed into the search box before the page has started is searched for', async () => {
  const { page } = await journey.visitor()
  const release = await holdRequests(page, '**/*.js')
  await page.goto('/products', { waitUntil: 'commit' })
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.pressSequentially('danfo')
  release()
  await page.getByRole('listbox', { name: 'Products found' }).getByRole('option').first().waitFor()
  expect(await box.inputValue()).toBe('danfo')
  await box.press('Enter')
  await page.waitForURL('**/products?search=danfo')
})

test('the browser reads an address with blanks as the server does; the name on a card is never cut, however large the text', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  await visit(page, '/products?search=%20danfo%20')
  await page.getByRole('article').first().waitFor()
  const order = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option').first()
  expect(await order.textContent()).toBe('Best match')
  expect(await page.getByRole('combobox', { name: 'Search products' }).inputValue()).toBe('danfo')
  const name = page.getByRole('article').first().getByRole('link')
  await name.evaluate((link) => {
    link.textContent = 'Third Mainland Heavyweight Long-Sleeve Graphic Tee'
  })
  for (const size of ['', '150%', '200%']) {
    await setTextSize(page, size)
    expect(await name.evaluate((link) => link.scrollHeight <= link.clientHeight)).toBe(true)
  }
})
