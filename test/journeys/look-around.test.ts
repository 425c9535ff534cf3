import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { findProduct, heading, reload, until, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }

const heightOf = (page: Page) => page.evaluate(() => Math.round(scrollY))
/** The scroll position is stored with the frame that shows it. */
const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
const names = (page: Page) => page.locator('#main article h3').allTextContents()
const card = (page: Page, name: string) => page.locator('#main article').filter({ hasText: name }).first()

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

test.each([
  ['a phone', PHONE],
  ['a desk', {}],
])('on %s Back leads to the same card at the same scroll position', async (_, options) => {
  const { page } = await journey.visitor(options)
  for (const [address, name] of [
    ['/products', 'Plain Tee 20'],
    ['/products?page=2', 'Plain Tee 49'],
    ['/products?size=M&color=white&sortBy=name-z-a', 'Plain Tee 15'],
  ] as const) {
    await visit(page, address)
    const link = card(page, name).getByRole('link')
    await goAndComeBack(page, name, () => link.press('Enter'))
  }
  const quickView = card(page, 'Plain Tee 12').getByRole('button', { name: /quick view/ })
  await goAndComeBack(page, 'Plain Tee 12', async () => {
    await quickView.press('Enter')
    await page.getByRole('dialog').getByRole('link', { name: 'Full product page' }).click()
  })
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('Back closes any overlay, and keeps the page', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/products')
  await visit(page, `/products/${id}?color=white`)
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
  await box.press('Enter')
  await page.waitForURL('**/products?search=danfo')
  await page.goBack()
  await page.waitForURL(address)
  await expect.poll(() => heightOf(page)).toBe(400)
  await page.goBack()
  await page.waitForURL('**/products')
})

test('on a phone Back closes the drawer, then undoes the last filter and the last sort', async () => {
  const { page } = await journey.visitor(PHONE)
  await visit(page, '/products')
  const order = page.locator('#main').getByRole('combobox', { name: /sort/i }).first()
  await order.selectOption('price-high-low')
  await page.waitForURL('**/products?sortBy=price-high-low')
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
  const { page, context } = await journey.visitor()
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

  await reload(page)
  expect(await names(page)).toEqual(shown)
  const tab = await context.newPage()
  await visit(tab, page.url())
  expect(await names(tab)).toEqual(shown)
  const other = await journey.visitor(PHONE)
  await visit(other.page, page.url())
  expect(await names(other.page)).toEqual(shown)

  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL('**/products')
  await page.getByText('1–48 of 53', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByText('49–53 of 53', { exact: true }).waitFor()
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

test('recently viewed products are shown, except the one on the page', async () => {
  const { page, expectComplaint } = await journey.visitor()
  await visit(page, '/products')
  expect(await heading(page, 'Recently viewed').count()).toBe(0)
  for (const name of ['Eko Cap', 'Okada Jacket', 'Danfo Tee']) {
    const { id } = await findProduct(journey, name)
    await visit(page, `/products/${id}`)
    await until(page, (shown) => localStorage.getItem('recently-viewed')?.includes(shown), id)
  }
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await viewed.scrollIntoViewIfNeeded()
  await viewed.getByText('Okada Jacket').waitFor()
  expect(await viewed.locator('h3').allTextContents()).toEqual(['Okada Jacket', 'Eko Cap'])
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('recently-viewed') ?? '')
    kept.state.ids.push('gone-from-the-shop')
    localStorage.setItem('recently-viewed', JSON.stringify(kept))
  })
  await visit(page, '/products?search=nothing-like-it')
  await page.getByRole('heading', { name: 'No products found' }).waitFor()
  await viewed.scrollIntoViewIfNeeded()
  await viewed.getByText('Eko Cap').waitFor()
  expect(await viewed.locator('h3').allTextContents()).toEqual(['Danfo Tee', 'Okada Jacket', 'Eko Cap'])
  expect(await page.evaluate(() => localStorage.getItem('recently-viewed'))).not.toContain('gone-from')

  expectComplaint(/429/)
  await page.route(/\/api\/product\?ids=/, (route) => route.fulfill({ status: 429, json: {} }))
  const refused = page.waitForResponse((answer) => answer.status() === 429)
  await visit(page, '/products?search=nothing-like-it')
  await refused
  await viewed.waitFor({ state: 'detached' })
})

/** Holds every request to the product API until the returned function is called. */
async function holdProducts(page: Page): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((done) => {
    letThrough = done
  })
  await page.route('**/api/product**', async (route) => {
    await held
    await route.continue()
  })
  return () => letThrough()
}

test('on a slow connection the placeholder of the next page is shown from its top, and Back restores the scroll position', async () => {
  const { page } = await journey.visitor(PHONE)
  await visit(page, '/products')
  await card(page, 'Plain Tee 20').scrollIntoViewIfNeeded()
  await nextFrame(page)
  const before = await heightOf(page)
  expect(before).toBeGreaterThan(1_000)
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

test('Back from search results that are still loading restores the scroll position', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}`)
  const address = page.url()
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.pressSequentially('danfo')
  await page.getByRole('listbox', { name: 'Products found' }).getByRole('option').first().waitFor()
  await page.evaluate(() => scrollTo(0, 400))
  await nextFrame(page)
  const release = await holdProducts(page)
  await box.press('Enter')
  await page.locator('#main .skeleton').first().waitFor()
  await nextFrame(page)
  expect(await heightOf(page)).toBe(0)
  await page.goBack()
  await page.waitForURL(address)
  await expect.poll(() => heightOf(page)).toBe(400)
  release()
})

test('search results opened again in the moment after Back closed them leave the scroll position alone', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}`)
  const address = page.url()
  const box = page.getByRole('combobox', { name: 'Search products' })
  const options = page.getByRole('listbox', { name: 'Products found' }).getByRole('option')
  await box.pressSequentially('danfo')
  await options.first().waitFor()
  await page.evaluate(() => scrollTo(0, 400))
  await nextFrame(page)
  await box.evaluate(
    (input) =>
      new Promise<void>((done) => {
        new MutationObserver((_, observer) => {
          if (input.getAttribute('aria-expanded') === 'true') return
          observer.disconnect()
          input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
          done()
        }).observe(input, { attributeFilter: ['aria-expanded'] })
        history.back()
      }),
  )
  await options.first().waitFor()
  await box.press('ArrowUp')
  await box.press('Enter')
  await page.waitForURL('**/products?search=danfo')
  await heading(page, /danfo/i).first().waitFor()
  await expect.poll(() => heightOf(page)).toBe(0)
  await page.goBack()
  await page.waitForURL(address)
  await expect.poll(() => heightOf(page)).toBe(400)
})

test('what is typed into the search box before the page has started is searched for', async () => {
  const { page } = await journey.visitor()
  let start = () => {}
  const started = new Promise<void>((done) => {
    start = done
  })
  await page.route('**/*.js', async (route) => {
    await started
    await route.continue()
  })
  await page.goto('/products', { waitUntil: 'commit' })
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.pressSequentially('danfo')
  start()
  await page.getByRole('listbox', { name: 'Products found' }).getByRole('option').first().waitFor()
  expect(await box.inputValue()).toBe('danfo')
  await box.press('Enter')
  await page.waitForURL('**/products?search=danfo')
})

test.each(['/products?search=', '/products?search=%20', '/products?search=%20tee%20'])(
  'the browser reads %s as the server does',
  async (address) => {
    const { page } = await journey.visitor()
    const isSearched = address.includes('tee')
    await visit(page, address)
    await page.locator('#main article').first().waitFor()
    const first = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option').first()
    expect(await first.textContent()).toBe(isSearched ? 'Best match' : 'Newest first')
    const box = page.getByRole('combobox', { name: 'Search products' })
    expect(await box.inputValue()).toBe(isSearched ? 'tee' : '')
  },
)
