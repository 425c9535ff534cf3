import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { findProduct, heading } from '#test/support/shopper.ts'

const journey = openJourney()

/** A visitor whose browser blocks every script of the pages. */
async function visitorWithoutScript() {
  const visitor = await journey.visitor({ javaScriptEnabled: false })
  visitor.expectComplaint(/^failed request: GET \S+\.js csp$/)
  return visitor
}

test('the home page shows new products, with prices and links', async () => {
  const { page } = await visitorWithoutScript()
  await page.goto('/')
  const main = page.getByRole('main')
  for (const [name, price] of [
    ['Danfo Tee', '₦18,500'],
    ['Okada Jacket', '₦60,000'],
    ['Eko Cap', '₦7,500.50'],
  ] as const) {
    await main
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor()
    expect(await main.getByText(price).count()).toBeGreaterThan(0)
  }
  await main.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await page.waitForURL('**/products**')
})

test('the listing filters by its form and paginates by links', { tags: ['9.9'] }, async () => {
  const { page } = await visitorWithoutScript()
  await page.goto('/products')
  const main = page.getByRole('main')
  expect(await main.getByRole('article').count()).toBe(48)
  await main.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**/products?page=2')
  expect(await main.getByRole('article').count()).toBe(5)

  await page.goto('/products')
  await main.getByLabel('Search products').fill('danfo')
  await main.getByLabel('Search products').press('Enter')
  await page.waitForURL(/\/products\?.*search=danfo/)
  expect(await main.getByRole('article').count()).toBe(1)
  await main
    .getByRole('link', { name: /Danfo Tee/ })
    .first()
    .click()
  await heading(page, 'Danfo Tee').first().waitFor()
})

test('a product page is readable without script', { tags: ['2.6', '2.135'] }, async () => {
  const { page } = await visitorWithoutScript()
  const { id } = await findProduct(journey, 'Okada Jacket')
  await page.goto(`/products/${id}`)
  await heading(page, 'Okada Jacket').first().waitFor()
  const main = page.getByRole('main')
  for (const text of ['₦60,000', '₦80,000', 'Waxed, with one more pocket than you need.']) {
    expect(await main.getByText(text).count()).toBeGreaterThan(0)
  }
})

test('the checkout says what it needs', async () => {
  const { page } = await visitorWithoutScript()
  await page.goto('/checkout')
  expect(await page.locator('noscript').isVisible()).toBe(true)
  expect(await page.locator('noscript').innerText()).toContain('the checkout needs JavaScript')
  expect(await page.getByText('Your cart is empty').count()).toBe(0)
})

test('a shopper who returns from paying is told where to look', async () => {
  const { page } = await visitorWithoutScript()
  await page.goto(`/payment/callback?reference=jara-${'0'.repeat(40)}`)
  expect(await page.locator('noscript').innerText()).toContain(
    "we'll write as soon as your payment is confirmed",
  )
})
