import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  findProduct,
  heading,
  holdNotices,
  holdRequests,
  payButton,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

async function open(page: Page, name: string): Promise<Locator> {
  const { id } = await findProduct(journey, name)
  await visit(page, `/products/${id}`)
  await heading(page, name).first().waitFor()
  return page.getByRole('main')
}
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const pictures = (within: Locator) =>
  within
    .locator('img[alt*="picture"]')
    .evaluateAll((all) => all.map((picture) => (picture as HTMLImageElement).alt))

/** Chooses colour and size step by step and adds to the cart; the pictures follow the colour. */
async function choose(within: Locator): Promise<void> {
  expect(await pictures(within)).toEqual([
    'Danfo Tee in black, picture 1 of 2',
    'Danfo Tee in white, picture 2 of 2',
  ])
  await within.getByText('In Stock', { exact: true }).waitFor()
  expect(await button(within, 'SELECT COLOR').isDisabled()).toBe(true)
  await button(within, 'white').click()
  expect(await button(within, 'SELECT SIZE').isDisabled()).toBe(true)
  expect(await pictures(within)).toEqual(['Danfo Tee in white, picture 1 of 1'])
  await button(within, 'M').click()
  await within.getByText('Only 5 left', { exact: true }).waitFor()
  await button(within, 'ADD TO CART').click()
}

test('the button asks for colour, then size, then adds to the cart, on the page and in the quick view', {
  tags: [
    '2.79',
    '2.90',
    '2.92',
    '2.93',
    '2.94',
    '2.95',
    '2.96',
    '2.97',
    '2.99',
    '2.134',
    '2.141',
    '2.142',
    '2.143',
    '2.149',
    '4.25',
    '8.20',
  ],
}, async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products')
  const card = page.getByRole('article').filter({ hasText: 'Danfo Tee' })
  const eye = card.getByRole('button', { name: 'Danfo Tee: quick view' })
  const shown = () => eye.evaluate((element) => getComputedStyle(element).opacity)
  await page.mouse.move(0, 0)
  await expect.poll(shown).toBe('0')
  await card.hover()
  await expect.poll(shown).toBe('1')
  await eye.click()
  const quickView = page.getByRole('dialog', { name: 'Danfo Tee' })
  await quickView.getByText('Heavy cotton with a yellow stripe.').waitFor()
  await choose(quickView)
  await saidInPassing(page, 'Added to Cart').waitFor()
  await button(quickView, 'Danfo Tee: wishlist').click()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  await quickView.getByRole('link', { name: 'Full product page' }).click()
  await page.waitForURL('**/products/*')
  await page.goBack()

  await card.getByRole('link', { name: 'Danfo Tee' }).click()
  const main = page.getByRole('main')
  await heading(page, 'Danfo Tee').first().waitFor()
  expect(await button(main, 'Buy Now').isDisabled()).toBe(true)
  await choose(main)
  await page.getByRole('button', { name: 'Cart, 2 items' }).waitFor()
  expect(await button(main, 'Buy Now').isEnabled()).toBe(true)
})

test('Buy Now buys only this product, which can be undone', {
  tags: ['2.147'],
}, async () => {
  const { page } = await journey.visitor({ cart: [{ name: 'Eko Cap' }] })
  const main = await open(page, 'Danfo Tee')
  await button(main, 'black').click()
  await button(main, 'S').click()
  const load = await holdRequests(page, '**/assets/checkout-*.js')
  // Already on the way to a checkout of the whole cart.
  await page.getByRole('button', { name: /^Cart/ }).first().click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const _press of [1, 2]) await button(main, 'Buy Now').click()
  load()
  await payButton(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout')
  expect(await main.getByRole('link', { name: 'Danfo Tee' }).count()).toBe(1)
  expect(await main.getByRole('link', { name: 'Eko Cap' }).count()).toBe(0)
  await button(page, 'Undo').click()
  await main.getByRole('link', { name: 'Eko Cap' }).waitFor()
  expect(await main.getByRole('link', { name: 'Danfo Tee' }).count()).toBe(1)
})

test('a discount, a score, tags and related products are on the page, and Back leads back; a sold-out one has no Buy Now', {
  tags: ['2.78', '2.80', '2.133', '2.137', '2.138', '2.140', '2.145', '2.148', '9.21'],
}, async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products?category=Jackets')
  const card = page.getByRole('article').filter({ hasText: 'Okada Jacket' })
  await card.getByText('-25%', { exact: true }).waitFor()
  await card.getByRole('link', { name: 'Okada Jacket' }).click()
  await page.waitForURL('**/products/*')
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'Okada Jacket', level: 1 }).waitFor()
  expect(await main.locator('s').first().textContent()).toContain('₦80,000')
  await main.getByText('₦60,000').first().waitFor()
  const related = page.getByRole('region', { name: 'You may also like' }).getByRole('article')
  await related.nth(4).waitFor()
  expect(await related.count()).toBe(5)
  await main.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/products?category=Jackets')

  await open(page, 'Plain Tee 50')
  expect(await button(main, 'OUT OF STOCK').isDisabled()).toBe(true)
  expect(await button(main, 'Buy Now').count()).toBe(0)
  await main.getByRole('img', { name: 'Rated 4.5 out of 5' }).first().waitFor()
  const said = main.getByRole('region', { name: 'What shoppers say' })
  await said.scrollIntoViewIfNeeded()
  await said.getByText('A little plain.').waitFor()
  expect(await said.locator('dl').innerText()).toMatch(/5 stars\s+1\s+4 stars\s+1\s+3 stars\s+0/)
  await main.getByText('4.5', { exact: true }).first().waitFor()
  const tags = main.getByRole('list', { name: 'Tags' })
  await tags.getByRole('link', { name: 'cotton' }).click()
  await page.waitForURL('**/products?tag=cotton')

  // Over the list of that tag, its badge removes the filter; so it does on a product opened from such a list.
  await page.getByRole('form', { name: 'Filter products' }).getByRole('radio', { name: /^Tees/ }).check()
  await page.waitForURL('**/products?category=Tees&tag=cotton')
  await page.getByRole('article').filter({ hasText: 'Danfo Tee' }).hover()
  await button(page, 'Danfo Tee: quick view').click()
  const badges = page.getByRole('dialog', { name: 'Danfo Tee' }).getByRole('list', { name: 'Tags' })
  expect(await badges.getByRole('link', { name: 'cotton' }).getAttribute('aria-current')).toBe('true')
  await page.goBack()
  await page.getByRole('article').getByRole('link', { name: 'Danfo Tee' }).click()
  await main.getByRole('heading', { name: 'Danfo Tee', level: 1 }).waitFor()
  expect(await tags.getByRole('link', { name: 'cotton' }).getAttribute('aria-current')).toBe('true')
  await tags.getByRole('link', { name: 'cotton' }).click()
  await page.waitForURL('**/products?category=Tees')
  expect(await page.getByLabel('Tag', { exact: true }).inputValue()).toBe('')
})

test('a product is shared by link, by copying, and by the phone’s share sheet if it has one', {
  tags: ['1.28', '2.160', '2.161', '2.162', '2.163'],
}, async () => {
  const { page, context } = await journey.visitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const share = page.locator('summary').filter({ hasText: 'Share' })
  const main = await open(page, 'Okada Jacket')
  const url = page.url()
  const text = 'I found this amazing perfume: Okada Jacket for ₦60,000 at Jara!'
  await share.click()
  const said = (name: string) =>
    main
      .getByRole('link', { name, exact: true })
      .evaluate((link) => [...new URL((link as HTMLAnchorElement).href).searchParams.values()])
  expect(await said('WhatsApp')).toEqual([`${text} ${url}`])
  expect(await said('Facebook')).toEqual([url])
  expect(await said('Twitter')).toEqual([text, url])
  expect(await button(main, 'Share…').count()).toBe(0)
  for (const name of ['Instagram', 'Copy Link']) {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    if (name !== 'Instagram') await share.press('Enter')
    await button(main, name).press('Enter')
    await saidInPassing(page, 'Link Copied!').waitFor()
    expect(await hasFocus(share)).toBe(true)
    await holdNotices(page)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await saidInPassing(page, 'Link Copied!').waitFor({ state: 'detached' })
  }

  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (what: unknown) => Object.assign(window, { shared: what }) })
  })
  await open(page, 'Okada Jacket')
  await share.click()
  await button(main, 'Share…').click()
  expect(await page.evaluate(() => (window as unknown as { shared: unknown }).shared)).toEqual({
    title: 'Okada Jacket',
    text,
    url,
  })
})

test('arrows, thumbnails and dots change the picture; only rated products have stars; a missing product links back', {
  tags: ['2.84', '2.85', '2.86', '2.89', '2.132', '2.139', '2.146'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 1440, height: 900 } })
  const quickView = async (name: string) => {
    await page.getByRole('article').filter({ hasText: name }).first().hover()
    await page.getByRole('button', { name: `${name}: quick view` }).click()
    return page.getByRole('dialog', { name })
  }
  await visit(page, '/products?minPrice=9900')
  const tee = await quickView('Danfo Tee')
  const thumbs = tee.getByRole('list', { name: 'Pictures' }).getByRole('link')
  const shown = () => thumbs.evaluateAll((all) => all.findIndex((thumb) => thumb.ariaCurrent === 'true'))
  const dots = tee.locator('[aria-hidden=true] > span[class*="h-1.5"]')
  const longDot = () => dots.evaluateAll((all) => all.findIndex((dot) => dot.classList.contains('w-5')))
  await thumbs.nth(1).waitFor()
  expect([await thumbs.count(), await dots.count()]).toEqual([2, 2])
  expect([await shown(), await longDot()]).toEqual([0, 0])
  await button(tee, 'Next picture').click()
  await expect.poll(async () => [await shown(), await longDot()]).toEqual([1, 1])
  await button(tee, 'Previous picture').click()
  await expect.poll(shown).toBe(0)
  await thumbs.nth(1).click()
  await expect.poll(shown).toBe(1)
  expect(await tee.getByRole('img', { name: /^Rated/ }).count()).toBe(0)
  await page.goBack()
  await tee.waitFor({ state: 'detached' })

  const rated = await quickView('Plain Tee 50')
  await rated.getByRole('img', { name: 'Rated 4.5 out of 5' }).waitFor()
  await rated.getByText('(2 reviews)').waitFor()
  await page.goBack()
  await rated.waitFor({ state: 'detached' })

  await page.getByRole('article').getByRole('link', { name: 'Danfo Tee' }).click()
  await page.getByRole('heading', { name: 'Danfo Tee', level: 1 }).waitFor()
  const related = page.getByRole('region', { name: 'You may also like' }).locator('> div')
  expect(await related.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)).toBe(
    6,
  )

  expectComplaint(/404/)
  await visit(page, '/products/none-such')
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await page.waitForURL('**/products')
})

test('the page that a stock alert’s mail links to cancels the alerts by a plain form', async () => {
  const { text } = await journey.ask('GET', '/stock-alert/some-id')
  expect(text).toMatch(/<form action="\/api\/stock-alert\/some-id\/stop"[^>]* method="post"/)
  const stopped = await journey.ask('POST', '/api/stock-alert/some-id/stop', {}, { accept: 'text/html' })
  expect(stopped.text).toContain('Alerts cancelled')
})
