import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shop } from '#shop.config'
import { openJourney } from '#test/support/journey.ts'
import { addMember, fillLogin } from '#test/support/member.ts'
import { findProduct, heading, holdRequests, visit } from '#test/support/shopper.ts'
import { home } from '#web/home/words.ts'

const journey = openJourney()

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' })

test('a guest sees the home page before its products, goes along its links, and logs in', {
  tags: [
    '1.10',
    '1.16',
    '1.17',
    '1.18',
    '1.19',
    '2.5',
    '2.19',
    '2.21',
    '2.25',
    '2.33',
    '2.34',
    '2.35',
    '2.36',
    '2.50',
    '2.51',
    '9.7',
  ],
}, async () => {
  const { email } = await addMember(journey, 'Ada Obi', 'ada@home.example')
  const { page } = await journey.visitor()
  const asked: string[] = []
  const answer = await holdRequests(page, '**/api/product?**')
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/product') asked.push(search)
  })
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Jara, home' }).click()
  await page.getByRole('region', { name: 'New In' }).waitFor()
  await expect
    .poll(() => [...new Set(asked)].toSorted())
    .toEqual(['?limit=6&page=1&tag=BestSellers&view=card', '?limit=6&page=1&tag=NewIn&view=card'])
  answer()

  const top = page.getByRole('banner')
  const countries = page.getByRole('list', { name: 'We deliver to' }).getByRole('listitem')
  expect(await countries.allTextContents()).toEqual(['NG', 'US', 'UK'])
  const flagWidths = await countries
    .locator('svg')
    .evaluateAll((flags) => flags.map((flag) => flag.getBoundingClientRect().width))
  expect(flagWidths).toEqual([18, 18, 18])
  await top.getByRole('link', { name: 'All Merch' }).waitFor()
  for (const text of ['Copped', 'Hi Ada', 'Logout']) expect(await top.getByText(text).count()).toBe(0)

  const footer = page.getByRole('contentinfo')
  for (const text of [shop.blurb, shop.phone, shop.email]) {
    await footer.getByText(text, { exact: true }).waitFor()
  }
  for (const { name } of shop.socials)
    await footer.getByRole('link', { name: new RegExp(`^${name}`) }).waitFor()
  for (const [name, path] of [
    ['Shop', '/products'],
    ['My Orders', '/orders'],
    ['Terms', '/pages/terms'],
    ['WhatsApp us (opens a new tab)', `https://wa.me/${shop.whatsapp}`],
  ] as const) {
    expect(await footer.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path)
  }
  await footer.getByRole('button', { name: 'Wishlist' }).click()
  await page.getByRole('dialog', { name: 'Wishlist (0)' }).waitFor()
  await page.goBack()
  await footer.getByRole('link', { name: 'Returns' }).click()
  await page.getByRole('heading', { name: 'Returns', level: 1 }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Delivery' }).click()
  await page.getByRole('heading', { name: 'Delivery', level: 1 }).waitFor()
  await page.getByRole('row', { name: /^Lagos: Lekki ₦2,500.50/ }).waitFor()
  for (const _ of ['Returns', 'home']) await page.goBack()

  // Another screen opens at its top.
  const offer = page.getByRole('link', { name: 'Shop the sale' })
  await offer.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  // The bar is sticky: the wordmark is visible at any scroll position.
  expect((await page.getByRole('link', { name: 'Jara, home' }).boundingBox())?.y).toBeLessThan(20)
  await offer.click()
  await page.waitForURL('**/products?onSale=true')
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await footer.count()).toBe(0)

  const bar = page.getByRole('navigation', { name: 'Categories' })
  expect(await bar.getByRole('link').allTextContents()).toEqual([
    'BEST SELLERS',
    'CAPS',
    'JACKETS',
    'NEW IN',
    'TEES',
  ])
  await bar.getByRole('link', { name: 'NEW IN' }).click()
  await page.waitForURL('**/products?tag=NewIn')
  await page.getByRole('form', { name: 'Filter products' }).waitFor()
  await bar.getByRole('link', { name: 'CAPS' }).click()
  await page.waitForURL('**/products?category=Caps')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await page.getByText('1 of 1 product', { exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('article').getByRole('link', { name: 'Eko Cap' }).click()
  await heading(page, 'Eko Cap').first().waitFor()
  await footer.waitFor()

  await top.getByRole('link', { name: 'Login / Signup' }).first().click()
  await page.waitForURL('**/login')
  await fillLogin(page, email)
  for (const text of ['Copped', 'Hi Ada', 'Logout']) await top.getByText(text, { exact: true }).waitFor()
  expect(await top.getByRole('link', { name: 'Login / Signup' }).count()).toBe(0)
  await top.getByRole('link', { name: 'Copped' }).click()
  await page.waitForURL('**/orders')
})

test('the page has hero, banner, new products, slides, promo, story and promises, in this order', {
  tags: ['2.22', '2.23', '2.28', '2.29'],
}, async () => {
  const { text } = await journey.ask<never>('GET', '/')
  const body = text.slice(text.indexOf('<main'))
  const places = [
    'aria-label="Categories"',
    '/hero-',
    shop.promo.banner,
    '>New In<',
    'aria-roledescription="carousel"',
    shop.promo.block,
    ...home.story.blocks.map(({ title }) => `>${title}<`),
    '>Happiness Guaranteed<',
  ].map((mark) => body.indexOf(mark))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(body.match(/src="[^"]*story-\d[^"]*\.jpg"/g)).toHaveLength(3)
})

test('after a week a member’s home page shows what wishes cost now and what has sold out, in the same place, and leads to no empty checkout', {
  tags: ['whole'],
}, async () => {
  const member = await addMember(journey, 'Ada Obi', 'ada@back.example')
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 }, member })
  const [jacket, tee] = [
    await findProduct(journey, 'Okada Jacket'),
    await findProduct(journey, 'Plain Tee 50'),
  ]
  await page.evaluate(
    (kept) => {
      for (const [name, state] of Object.entries(kept))
        localStorage.setItem(name, JSON.stringify({ state, version: 1 }))
    },
    {
      wishlist: { items: [jacket, tee].map((wish) => ({ ...wish, price: 4_000, qtyAvailable: 3 })) },
      cart: { items: [{ ...tee, color: 'white', size: 'M', quantity: 2, qtyAvailable: 3 }] },
    },
  )
  const release = await holdRequests(page, '**/api/cart/check')
  await visit(page, '/home')
  const main = page.getByRole('main')
  await main.getByText('You left 2 items in your cart.', { exact: true }).waitFor()
  const wishes = main.getByRole('region', { name: 'On your wishlist' })
  const wish = (name: string) => wishes.getByRole('listitem').filter({ hasText: name })
  await wish('Okada Jacket').getByText('₦4,000', { exact: true }).waitFor()
  const before = await wishes.boundingBox()
  release()
  await wish('Okada Jacket').getByText('₦60,000', { exact: true }).waitFor()
  await wish('Plain Tee 50').getByText('Sold out', { exact: true }).waitFor()
  expect(await wish('Okada Jacket').getByText('Sold out').count()).toBe(0)
  await main.getByText('Everything in your cart has sold out.', { exact: true }).waitFor()
  await main.getByRole('link', { name: 'Shop All Merch' }).waitFor()
  expect(await main.getByRole('link', { name: 'Proceed to Checkout' }).count()).toBe(0)
  expect(await wishes.boundingBox()).toEqual(before)
})

test('the banner is whole where letters are wider; the search box searches from 2 characters, shows 5 products with the match highlighted, and opens one', {
  tags: ['1.2', '2.53', '2.54', '2.55', '2.56', '2.59', '7.31', '9.6'],
}, async () => {
  const { page } = await journey.visitor()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search, searchParams } = new URL(request.url())
    if (pathname === '/api/product' && searchParams.has('search')) asked.push(search)
  })
  await page.clock.install()
  await visit(page, '/')
  await page.setViewportSize({ width: 360, height: 780 })
  const banner = page.getByRole('main').getByRole('link', { name: shop.promo.banner, exact: true })
  const isWhole = () => banner.evaluate((element) => element.scrollWidth <= element.clientWidth)
  expect(await isWhole()).toBe(true)
  // Where a reader has set letters wider than the banner's own.
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet()
    spaced.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets.push(spaced)
  })
  expect(await isWhole()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })

  await searchBox(page).fill(' p ')
  await page.clock.runFor(1_000)
  expect(await searchBox(page).getAttribute('aria-expanded')).toBe('false')
  await searchBox(page).fill('pl')
  await page.clock.runFor(1_000)
  const options = page.getByRole('option')
  await options.nth(4).waitFor()
  expect(await options.count()).toBe(5)
  expect(asked).toEqual(['?limit=5&search=pl&view=card'])
  const first = options.first()
  expect(await first.locator('mark').textContent()).toBe('Pl')
  expect(await first.locator('img').count()).toBe(1)
  await first.getByText(/^₦[\d,]+$/).waitFor()
  const href = await first.getAttribute('href')
  await first.click()
  await page.waitForURL(`**${href}`)

  // Before anything is typed: what was searched for here, what many search for, and the categories.
  await searchBox(page).fill('')
  await searchBox(page).click()
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const group = (name: string) => suggestions.getByRole('group', { name }).getByRole('option')
  expect(await group('Recent').allTextContents()).toEqual(['pl'])
  expect(await group('Popular').allTextContents()).toEqual(shop.popularSearches)
  expect(await group('Categories').allTextContents()).toContain('CAPS')
  await group('Recent').click()
  await page.waitForURL('**/products?search=pl')
})

test('on a wide screen the header, the category bar and the content begin at one left edge', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ viewport: { width: 1920, height: 1000 } })
  /** Where the words of each begin, whatever box they are in. */
  const leftEdges = (...selectors: string[]) =>
    page.evaluate((wanted) => {
      const words = document.createRange()
      return wanted.map((selector) => {
        const element = document.querySelector(selector)
        if (element === null) throw new Error(`there is no ${selector}`)
        words.selectNodeContents(element)
        return Math.round(words.getBoundingClientRect().left)
      })
    }, selectors)
  const chrome = ['[aria-label="We deliver to"]', 'header nav a', 'nav[aria-label="Categories"] a']
  await visit(page, '/')
  const slide = '[aria-roledescription="slide"] h2'
  const onHome = await leftEdges(...chrome, 'h1', slide, '#categories + ul a', '#best-sellers', 'footer p')
  await visit(page, '/products')
  const onList = await leftEdges(...chrome, 'h1')
  expect(new Set([...onHome, ...onList])).toEqual(new Set([216]))
})
