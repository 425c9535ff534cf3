import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { hostileChoice, hostileName, hostileText } from '#test/support/breakout.ts'
import { openJourney } from '#test/support/journey.ts'
import { PRODUCTS, writeCatalogue } from '#test/support/journey-catalogue.ts'
import { addMember, openReviews, writeReview } from '#test/support/member.ts'
import {
  fillShipping,
  heading,
  person,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

/** Each begins with a word of its own, by which it is found on the screens. */
const NAME = hostileName('Owntee')
const DESCRIPTION = hostileText('Owndescription')
const COLOR = hostileChoice('Owncolour')
const SIZE = hostileChoice('Ownsize')
const TAG = hostileChoice('Owntag')
const REVIEWER = hostileName('Ownreviewer')
const COMMENT = hostileText('Owncomment')
const PAYER = hostileName('Ownpayer')
const ADDRESS = hostileText('Ownaddress').slice(0, 300)
const SEARCH = hostileName('Ownsearch')

const folder = mkdtempSync(join(tmpdir(), 'jara-hostile-'))
await writeCatalogue(
  folder,
  // The last one is there for its reviews, without which nothing can be imported of them.
  PRODUCTS.filter(({ sku }) => ['J-TEE', 'J-PLAIN-50'].includes(sku)).map((product) =>
    product.sku === 'J-TEE'
      ? {
          ...product,
          name: NAME,
          description: DESCRIPTION,
          tags: [TAG],
          colors: [COLOR],
          sizes: [SIZE],
          stock: [{ color: COLOR, size: SIZE, quantity: 20 }],
        }
      : product,
  ),
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const journey = openJourney({ catalogue: folder })

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ')

/** The whole of a text is on the screen, as text. */
async function sees(within: Page | Locator, text: string): Promise<void> {
  const [marker = ''] = /^\w+/.exec(text) ?? []
  const shown = within.getByText(marker).filter({ visible: true }).first()
  await shown.waitFor()
  expect(plain(await shown.textContent())).toContain(plain(text))
}

test('what customers and the owner typed is text on every screen, and runs nowhere', {
  tags: ['whole'],
}, async () => {
  const member = await addMember(journey, REVIEWER, 'reviewer@hostile.example')
  const { page, context } = await journey.visitor({ member })
  const reports: string[] = []
  page.on('dialog', (dialog) => {
    reports.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (request.url().endsWith('/api/csp-report')) reports.push(`CSP: ${request.postData()}`)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`violates ${violatedDirective}: ${blockedURI}`),
    )
  })
  const nothingRan = async () => {
    expect(await page.evaluate(() => Reflect.get(globalThis, 'jara'))).toBeUndefined()
    expect(await page.locator('jara-x').count()).toBe(0)
    expect(reports).toEqual([])
  }
  const main = page.getByRole('main')
  await visit(page, `/products?search=${encodeURIComponent(SEARCH)}`)
  await page.getByRole('banner').getByText('Hi Ownreviewer').waitFor()
  await sees(main, SEARCH)
  const search = page.getByRole('combobox', { name: 'Search products' })
  expect(await search.inputValue()).toBe(SEARCH)
  await nothingRan()

  await search.fill('script')
  const option = page.getByRole('option', { name: /Owntee/ })
  // What is found in it stands in elements of its own.
  expect(plain(await option.textContent())).toContain(plain(NAME))
  expect(await option.locator('mark').allTextContents()).toEqual(['script', 'script'])
  await nothingRan()

  await visit(page, '/products')
  const card = main.getByRole('article').filter({ hasText: 'Owntee' })
  await sees(card, NAME)
  await card.hover()
  await card.getByRole('button', { name: /quick view$/ }).click()
  const quickView = page.getByRole('dialog')
  for (const text of [NAME, DESCRIPTION, TAG]) await sees(quickView, text)
  await quickView
    .getByRole('button', { name: /^Add to wishlist|wishlist/i })
    .first()
    .click()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  await quickView.getByRole('button', { name: 'ADD TO CART' }).click()
  await saidInPassing(page, 'Added to Cart').waitFor()
  await nothingRan()

  const dialog = await openReviews(page, journey, NAME)
  await writeReview(dialog, { stars: '5 stars', comment: COMMENT })
  for (const text of [NAME, REVIEWER, COMMENT]) await sees(dialog, text)
  await nothingRan()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // As the server has rendered it.
  for (const text of [NAME, DESCRIPTION, TAG]) await sees(main, text)
  for (const name of [COLOR, SIZE]) await main.getByRole('button', { name, exact: true }).waitFor()
  await nothingRan()

  const openPanel = async (name: string) => {
    await page.getByRole('banner').getByRole('button', { name }).click()
    const panel = page.getByRole('dialog')
    await sees(panel, NAME)
    await nothingRan()
    return panel
  }
  const wishlist = await openPanel('Wishlist, 1 product')
  await page.keyboard.press('Escape')
  await wishlist.waitFor({ state: 'detached' })
  const cart = await openPanel('Cart, 1 item')
  await cart.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await fillShipping(page, { ...person(member.email), fullName: PAYER, address: ADDRESS })
  for (const text of [NAME, ADDRESS]) await sees(page.getByRole('region', { name: 'Your order' }), text)
  expect(await page.getByLabel('Address').inputValue()).toBe(ADDRESS)
  await nothingRan()

  await proceedToPayment(page)
  await nothingRan()
  await page.getByRole('button', { name: 'Pay with test card' }).click()
  await heading(page, 'Payment Successful!').waitFor()
  await sees(main, PAYER)
  await nothingRan()

  await page.getByRole('link', { name: 'View My Orders' }).click()
  // The page before stays, with the same words, until this one is there.
  await page.getByRole('heading', { name: 'My Orders', level: 1 }).waitFor()
  await sees(main, NAME)
  await nothingRan()
  await main.getByRole('link', { name: /^View/ }).first().click()
  await heading(page, 'Order Items').waitFor()
  for (const text of [NAME, PAYER, ADDRESS]) await sees(main, text)
  await nothingRan()
})
